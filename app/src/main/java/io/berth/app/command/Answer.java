package io.berth.app.command;

import io.berth.app.option.Arguments;
import io.berth.app.option.Option;
import java.util.function.Function;

/**
 * How a command answers.
 *
 * @param output where
 * @param json true where one JSON document is wanted, and no text
 */
public record Answer(Output output, boolean json) {
    public static final Option JSON = Option.flag("--json", "Print one JSON document.");

    /** As it was typed. */
    public static Answer of(Arguments typed, Output output) {
        return new Answer(output, typed.flag(JSON.name()));
    }

    /** Prints {@code document}, or the text that is made of it. */
    public <T> void print(T document, Function<? super T, String> text) {
        if (json) {
            output.json(document);
        } else {
            output.out().print(text.apply(document));
        }
    }
}
