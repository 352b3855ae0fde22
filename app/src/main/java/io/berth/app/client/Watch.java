package io.berth.app.client;

import io.berth.app.command.Answer;
import io.berth.app.command.Output;
import io.berth.app.command.Window;
import io.berth.app.option.Arguments;
import io.berth.app.option.Option;
import io.berth.app.option.Options;
import io.berth.spec.input.InputException;
import java.io.Console;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Shows something once, as a document, or again whenever it changes. */
public final class Watch {
    public static final Option WATCH = Option.flag(
            "--watch", "-w", "Show it again when it changes, and on a terminal each second, until q or Ctrl-C.");

    public static final long EACH_MILLIS = 1_000;

    /** Changes come in bursts; each is shown within so long, with those that follow it. */
    static final long REST_MILLIS = 100;

    private final Output output;
    private final Arguments arguments;

    /**
     * What is shown.
     *
     * @param document for programs
     * @param text for people
     * @param last true where it will not change any more
     */
    public record Page(@Nullable Object document, String text, boolean last) {
        /** One that may change for ever. */
        public static Page of(@Nullable Object document, String text) {
            return new Page(document, text, false);
        }
    }

    /** Makes the page of a job. */
    @FunctionalInterface
    public interface JobPage {
        /** What {@code client} says of {@code job}, for {@code window}. */
        Page of(Client client, long job, Window window);
    }

    /** @param arguments with {@link Answer#JSON} and {@link #WATCH} as they were given */
    public Watch(Output output, Arguments arguments) {
        this.output = output;
        this.arguments = arguments;
    }

    /** What a command takes that does nothing else than show something so. */
    public static Options options(String synopsis, String doc) {
        return Options.of(synopsis, doc, HomeOption.OPTION, Answer.JSON, WATCH);
    }

    /**
     * Shows {@code page} as the arguments say.
     *
     * @param types of changes that may change it, words of the API separated by commas
     * @param page made for a window
     */
    public int show(Client client, String types, Function<Window, Page> page) {
        boolean json = arguments.flag(Answer.JSON.name());
        if (!arguments.flag(WATCH.name())) {
            Page once = page.apply(Window.of(output));
            if (json) {
                output.json(once.document());
            } else {
                output.text(once.text());
            }
            return 0;
        }
        if (json) {
            throw new InputException(Answer.JSON.name(), "is one document; it does not go with " + WATCH.name());
        }
        Supplier<EventStream> streams = () -> EventStream.open(client, types);
        Console console = System.console();
        if (console != null && console.isTerminal()) {
            return new WatchScreen(output, arguments.place()).follow(streams, page);
        }
        return follow(streams, () -> page.apply(Window.of(output)));
    }

    /** The one job that the arguments name, as {@code page} shows it; the rest as {@link #show} says. */
    public int showJob(String types, JobPage page) {
        Client client = HomeOption.client(arguments);
        long job = JobNumbers.one(client, arguments);
        return show(client, types, window -> page.of(client, job, window));
    }

    private int follow(Supplier<EventStream> streams, Supplier<Page> page) {
        EventStream changes = streams.get();
        String shown = "";
        while (true) {
            Page now = page.get();
            if (!now.text().equals(shown)) {
                output.out().print(shown.isEmpty() ? "" : "\n");
                output.text(now.text());
                output.out().flush();
            }
            shown = now.text();
            if (now.last()) {
                return 0;
            }
            EventStream.Change change = changes.next(Long.MAX_VALUE);
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
    public static void rest(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
