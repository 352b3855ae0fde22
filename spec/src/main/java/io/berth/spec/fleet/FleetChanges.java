package io.berth.spec.fleet;

import io.berth.core.scale.WarmSpec;
import io.berth.core.scale.rule.ScaleSpec;
import io.berth.core.time.Nanos;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What happens to the servers of a fleet while requests come.
 *
 * @param betweenNanos mean time between the failures of one server, exponential; {@link Nanos#NEVER} for none
 * @param repairNanos mean time until it is back, likewise
 * @param events what happens beside, in any order; a server to which {@code JOINS} happens first is not there when the run begins
 * @param reportNanos how often servers say how many requests they have; {@link Nanos#NEVER} for never
 * @param stopNanos how long they work on at a request that was stopped, at most to its end
 * @param gpuNanos how often exporters say how busy the GPUs of servers are; {@link Nanos#NEVER} for never
 * @param watched whether how servers do has to be found out, as a gateway does; else it is known at once
 * @param scale how their number follows the requests; null where it does not
 * @param first how many of them are there when the run begins, where it does
 * @param warm how models are loaded before they are asked for; null where they are not
 */
public record FleetChanges(
        long betweenNanos,
        long repairNanos,
        List<ServerChange> events,
        long reportNanos,
        long stopNanos,
        long gpuNanos,
        boolean watched,
        @Nullable ScaleSpec scale,
        int first,
        @Nullable WarmSpec warm) {
    /** Nothing. */
    public static final FleetChanges NONE = new FleetChanges(Nanos.NEVER, Nanos.NEVER, List.of());

    /** Of servers that say nothing. */
    public FleetChanges(long betweenNanos, long repairNanos, List<ServerChange> events) {
        this(betweenNanos, repairNanos, events, Nanos.NEVER, 0, Nanos.NEVER, false);
    }

    /** Of a fleet whose servers are those that were declared. */
    public FleetChanges(
            long betweenNanos,
            long repairNanos,
            List<ServerChange> events,
            long reportNanos,
            long stopNanos,
            long gpuNanos,
            boolean watched) {
        this(betweenNanos, repairNanos, events, reportNanos, stopNanos, gpuNanos, watched, null, 0, null);
    }

    /** The same in a fleet that has {@code servers} at first, as many as {@code by} says later. */
    public FleetChanges scaled(@Nullable ScaleSpec by, int servers) {
        return by == null
                ? this
                : new FleetChanges(
                        betweenNanos,
                        repairNanos,
                        events,
                        reportNanos,
                        stopNanos,
                        gpuNanos,
                        watched,
                        by,
                        servers,
                        warm);
    }

    /** The same where models are loaded ahead as {@code by} says. */
    public FleetChanges warmed(@Nullable WarmSpec by) {
        return new FleetChanges(
                betweenNanos, repairNanos, events, reportNanos, stopNanos, gpuNanos, watched, scale, first, by);
    }

    public FleetChanges {
        events = List.copyOf(events);
    }

    /** True where nothing can happen. */
    public boolean isNone() {
        return betweenNanos == Nanos.NEVER && events.isEmpty() && scale == null;
    }

    /** Whether {@code server} is there when the run begins. */
    public boolean thereAtFirst(int server) {
        if (scale != null) {
            return server < first;
        }
        return events.stream()
                .filter(event -> event.server() == server)
                .min(Comparator.comparingLong(ServerChange::atNanos))
                .map(first -> first.kind() != ServerChange.Kind.JOINS)
                .orElse(true);
    }
}
