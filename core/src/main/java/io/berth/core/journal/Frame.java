package io.berth.core.journal;

import io.berth.core.decision.Plan;
import io.berth.core.event.Event;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One instant: what happened, in the order in which it was applied, and what was decided.
 *
 * @param atNanos when, UTC
 * @param plan null where nothing that happened called for a pass
 */
public record Frame(
        long atNanos, List<Event> events, @Nullable Plan plan) {
    public Frame {
        events = List.copyOf(events);
    }
}
