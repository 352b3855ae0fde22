package io.berth.app.system;

import io.berth.console.ConsoleOptions;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/** How a system is served to people and programs. */
public interface ConsoleSetup extends AutoCloseable {
    /**
     * How its console serves, null where it has none; of a system whose engine runs. Its catalog, where it reports and how it learns are
     * the system's business.
     *
     * @throws io.berth.spec.input.InputException where it cannot be served so
     */
    @Nullable
    ConsoleOptions options(LiveSystem system);

    /**
     * How it serves where that failed.
     *
     * @throws UncheckedIOException {@code cause}, where nothing else will do
     * @throws io.berth.spec.input.InputException in its place, where the user asked for what cannot be had
     */
    ConsoleOptions instead(UncheckedIOException cause);

    /** The console is closed, or was never opened. */
    @Override
    default void close() {}
}
