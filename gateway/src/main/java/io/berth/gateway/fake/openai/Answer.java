package io.berth.gateway.fake.openai;

import java.util.List;

/**
 * What a request is answered.
 *
 * @param id under which it is known
 * @param created when it was begun, in seconds since 1970
 * @param origin which server it is from ({@code system_fingerprint})
 * @param choices those of the first prompt, then those of the next; one a prompt where the answer is no text
 */
public record Answer(Ask ask, String id, long created, String origin, List<Choice> choices, Usage usage) {
    public Answer {
        choices = List.copyOf(choices);
    }

    /**
     * One answer to one prompt.
     *
     * @param hash of what it answers and which answer it is: vectors and colours are drawn from it
     * @param pieces its text, token by token; of an image as many as its tokens, all empty
     * @param whole true where it ends by itself; false where it was cut at the limit
     */
    public record Choice(long hash, List<String> pieces, boolean whole) {
        public Choice {
            pieces = List.copyOf(pieces);
        }

        /** All of its text. */
        public String text() {
            return String.join("", pieces);
        }
    }

    /**
     * How many tokens there were.
     *
     * @param prompt that were read, those that were known with them
     * @param cached that were known, and not read again
     * @param output that were made
     */
    public record Usage(int prompt, int cached, int output) {
        int total() {
            return prompt + output;
        }
    }

    /** How many steps it takes: the tokens of its longest choice, as all are made at the same time. */
    public int steps() {
        return choices.stream().mapToInt(choice -> choice.pieces().size()).max().orElse(0);
    }

    /** Why {@code choice} ended. */
    String finish(Choice choice) {
        if (!choice.whole()) {
            return "length";
        }
        return ask.call() == null ? "stop" : "tool_calls";
    }
}
