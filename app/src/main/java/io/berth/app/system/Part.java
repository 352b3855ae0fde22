package io.berth.app.system;

import org.jspecify.annotations.Nullable;

/** Something that only some systems have beside the engine, opened and closed with them. */
@FunctionalInterface
public interface Part {
    /**
     * Opens it, when the console of {@code system} serves.
     *
     * @return what closes it; null where nothing is to be closed
     */
    @Nullable
    AutoCloseable open(LiveSystem system);
}
