package io.berth.console.event;

import io.berth.edge.access.Caller;
import org.jspecify.annotations.Nullable;

/**
 * Something that changed.
 *
 * @param number rising by one from 1
 * @param type {@code job}, {@code node}, {@code strategy} or {@code alert}
 * @param telling what it is now
 */
public record Change(long number, String type, Telling telling) {
    /** What is told to each reader. */
    @FunctionalInterface
    public interface Telling {
        /** A document of one line for {@code caller}; null where it is not for him. */
        @Nullable
        String to(Caller caller);
    }
}
