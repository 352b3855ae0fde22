package io.berth.console.explanation;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Within which time a job that waits shall start, by the strategy or by its class.
 *
 * @param pressing true where it goes before all others by now
 * @param pressTime from when on it does: UTC, ISO 8601
 * @param byTime by when it shall have started
 * @param keptNodes on how many nodes room is kept for it
 * @param nodes the first of them by name
 * @param text all that in words
 */
public record WaitBounded(
        boolean pressing, @Nullable String pressTime, String byTime, int keptNodes, List<String> nodes, String text) {}
