package io.berth.gateway.fake.openai;

import java.util.ArrayList;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/** A chat as {@code chat.completion.chunk}s. */
final class ChatStream implements EventStream {
    private final Answer answer;
    private final ChunkText chunks;

    ChatStream(Answer answer) {
        this.answer = answer;
        chunks = new ChunkText(answer, "chat.completion.chunk");
    }

    @Override
    public List<String> opening() {
        List<String> events = new ArrayList<>();
        Ask.ToolCall call = answer.ask().call();
        for (Answer.Choice choice : answer.choices()) {
            SequencedMap<String, @Nullable Object> delta =
                    Document.of("role", "assistant", "content", call == null ? "" : null);
            if (call != null) {
                delta.put("tool_calls", List.of(indexed(Answers.toolCall(choice, call.name(), ""))));
            }
            events.add(chunks.event(choice(events.size(), delta, null)));
        }
        return events;
    }

    @Override
    public String token(int choice, int token) {
        String piece = answer.choices().get(choice).pieces().get(token);
        return chunks.token(choice, piece, this::piece);
    }

    private Object piece(int choice, String piece) {
        return choice(
                choice,
                answer.ask().call() == null
                        ? Document.of("content", piece)
                        : Document.of(
                                "tool_calls",
                                List.of(indexed(Document.of("function", Document.of("arguments", piece))))),
                null);
    }

    private static SequencedMap<String, @Nullable Object> indexed(SequencedMap<String, @Nullable Object> call) {
        call.putFirst("index", 0);
        return call;
    }

    @Override
    public List<String> closing() {
        List<String> events = new ArrayList<>();
        for (Answer.Choice choice : answer.choices()) {
            events.add(chunks.event(choice(events.size(), Document.of(), answer.finish(choice))));
        }
        events.addAll(chunks.end());
        return events;
    }

    private static Object choice(int index, Object delta, @Nullable String finish) {
        return Document.of("index", index, "delta", delta, "logprobs", null, "finish_reason", finish);
    }
}
