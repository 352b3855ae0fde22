package io.berth.gateway.fake.openai;

import java.util.List;

/** An answer as server-sent events, each with the empty line that ends it. */
public interface EventStream {
    /** What comes before the first token. */
    List<String> opening();

    /** One token of one choice; none is left out and none comes twice. */
    String token(int choice, int token);

    /** What comes after the last token. */
    List<String> closing();

    /** The stream of {@code answer}, which is one of text. */
    static EventStream of(Answer answer) {
        return switch (answer.ask().task()) {
            case CHAT -> new ChatStream(answer);
            case COMPLETION -> new CompletionStream(answer);
            case RESPONSE -> new ResponseStream(answer);
            case EMBEDDING, IMAGE ->
                throw new IllegalArgumentException(
                        "An answer to " + answer.ask().task() + " is no stream.");
        };
    }
}
