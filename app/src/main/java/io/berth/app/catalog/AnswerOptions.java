package io.berth.app.catalog;

import io.berth.app.command.Output;
import java.util.function.Function;
import picocli.CommandLine;

/** What a command takes that asks the catalog: how its answer is printed, and which plugins there are. */
public final class AnswerOptions {
    @CommandLine.Option(names = "--json", description = "Print one JSON document.")
    private boolean json;

    @CommandLine.Mixin
    private PluginsOption plugins = new PluginsOption();

    private final Output output;

    /** Prints to {@code output}. */
    public AnswerOptions(Output output) {
        this.output = output;
    }

    /** Has the catalog be that of what was typed; before anybody asks for it. */
    public void begin() {
        plugins.use();
    }

    /** Where what is no result is printed. */
    public Output output() {
        return output;
    }

    /** True where one JSON document is wanted. */
    public boolean json() {
        return json;
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
