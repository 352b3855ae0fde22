package io.berth.app.client;

import io.berth.app.Output;
import io.berth.app.option.Arguments;
import io.berth.app.option.Option;
import io.berth.spec.input.InputException;
import java.io.Console;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Shows something once, as a document, or again whenever it changes. */
final class Watch {
    static final Option JSON = Option.flag("--json", "Print one JSON document.");
    static final Option WATCH =
            Option.flag("--watch", "-w", "Show it again when it changes, and on a terminal each second, until Ctrl-C.");

    static final long EACH_MILLIS = 1_000;

    /** Changes come in bursts; each is shown within so long, with those that follow it. */
    private static final long REST_MILLIS = 100;

    /** To the upper left corner, and what was there is gone (ECMA-48, CUP and ED). */
    private static final String CLEAR = "\u001b[H\u001b[2J";

    private final Output output;
    private final Arguments arguments;

    /**
     * What is shown.
     *
     * @param document for programs
     * @param text for people
     * @param last true where it will not change any more
     */
    record Page(@Nullable Object document, String text, boolean last) {
        /** One that may change for ever. */
        static Page of(@Nullable Object document, String text) {
            return new Page(document, text, false);
        }
    }

    /** @param arguments with {@link #JSON} and {@link #WATCH} as they were given */
    Watch(Output output, Arguments arguments) {
        this.output = output;
        this.arguments = arguments;
    }

    /**
     * Shows {@code page} as the arguments say.
     *
     * @param types of changes that may change it, words of the API separated by commas
     */
    int show(Client client, String types, Supplier<Page> page) {
        boolean json = arguments.flag(JSON.name());
        if (!arguments.flag(WATCH.name())) {
            Page once = page.get();
            if (json) {
                output.json(once.document());
            } else {
                output.text(once.text());
            }
            return 0;
        }
        if (json) {
            throw new InputException(JSON.name(), "is one document; it does not go with " + WATCH.name());
        }
        Console console = System.console();
        boolean terminal = console != null && console.isTerminal();
        return follow(() -> EventStream.open(client, types), page, terminal);
    }

    private int follow(Supplier<EventStream> streams, Supplier<Page> page, boolean terminal) {
        EventStream changes = streams.get();
        String shown = "";
        while (true) {
            Page now = page.get();
            if (terminal || !now.text().equals(shown)) {
                String between = shown.isEmpty() ? "" : "\n";
                output.out().print(terminal ? CLEAR : between);
                output.text(now.text());
                output.out().flush();
            }
            shown = now.text();
            if (now.last()) {
                return 0;
            }
            EventStream.Change change = changes.next(terminal ? EACH_MILLIS : Long.MAX_VALUE);
            if (change != null && change.ended()) {
                // Berth has stopped, which the next question says, or took this reader for too slow.
                rest(EACH_MILLIS);
                changes = streams.get();
            } else if (change != null) {
                rest(REST_MILLIS);
                changes.skip();
            }
        }
    }

    /** Does nothing for {@code millis}. */
    static void rest(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
