package io.berth.gateway.fake.openai;

import io.berth.spec.json.Json;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Chunks of chats and completions as text. All tokens of a choice differ in one word, so the rest of them is written once. */
final class ChunkText {
    /** Stands where the piece of a token will; no answer, tool or model has it in its name. */
    private static final String MARK = "\u0000piece\u0000";

    private static final String WRITTEN_MARK = Json.line(MARK);

    private final Answer answer;
    private final String object;
    private final @Nullable Frame[] frames;

    /** What stands before and after the piece of a token. */
    private record Frame(String before, String after) {}

    ChunkText(Answer answer, String object) {
        this.answer = answer;
        this.object = object;
        frames = new @Nullable Frame[answer.choices().size()];
    }

    /** The event of one {@code choice}. */
    String event(Object choice) {
        return event(List.of(choice), null);
    }

    /** The event of one token; {@code made} makes its choice of the number of the choice and the piece. */
    String token(int choice, String piece, BiFunction<Integer, String, Object> made) {
        Frame frame = frames[choice];
        if (frame == null) {
            String text = event(made.apply(choice, MARK));
            int at = text.indexOf(WRITTEN_MARK);
            frame = new Frame(text.substring(0, at), text.substring(at + WRITTEN_MARK.length()));
            frames[choice] = frame;
        }
        return frame.before() + Json.line(piece) + frame.after();
    }

    /** How many tokens there were, where that is asked for, and the mark of the end. */
    List<String> end() {
        String done = "data: [DONE]\n\n";
        return answer.ask().form().usage() ? List.of(event(List.of(), Answers.usage(answer)), done) : List.of(done);
    }

    private String event(List<Object> choices, @Nullable Object usage) {
        SequencedMap<String, @Nullable Object> document = Answers.head(answer, object, choices, usage);
        if (!answer.ask().form().usage()) {
            document.remove("usage");
        }
        return "data: " + Json.line(document) + "\n\n";
    }
}
