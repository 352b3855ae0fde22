package io.berth.gateway.fake.openai;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A completion as {@code text_completion}s. */
final class CompletionStream implements EventStream {
    private final Answer answer;
    private final ChunkText chunks;

    CompletionStream(Answer answer) {
        this.answer = answer;
        chunks = new ChunkText(answer, "text_completion");
    }

    @Override
    public List<String> opening() {
        return List.of();
    }

    @Override
    public String token(int choice, int token) {
        String piece = answer.choices().get(choice).pieces().get(token);
        return chunks.token(choice, piece, (index, text) -> choice(index, text, null));
    }

    @Override
    public List<String> closing() {
        List<String> events = new ArrayList<>();
        for (Answer.Choice choice : answer.choices()) {
            events.add(chunks.event(choice(events.size(), "", answer.finish(choice))));
        }
        events.addAll(chunks.end());
        return events;
    }

    private static Object choice(int index, String text, @Nullable String finish) {
        return Document.of("index", index, "text", text, "logprobs", null, "finish_reason", finish);
    }
}
