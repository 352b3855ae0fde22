package io.berth.sim.scale;

import io.berth.core.time.Nanos;
import io.berth.spec.fleet.ServerChange;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** Servers that always take the same time to start, as where somebody has more machines than are asked for; each is paid for from its begin. */
final class TimedStarts implements Starts {
    private final long lastsNanos;
    /** Those first that join first. */
    private final ArrayDeque<Start> starting = new ArrayDeque<>();

    private record Start(int place, long joinNanos) {}

    TimedStarts(long lastsNanos) {
        this.lastsNanos = lastsNanos;
    }

    @Override
    public void start(int place, long nowNanos) {
        starting.add(new Start(place, Nanos.after(nowNanos, lastsNanos)));
    }

    @Override
    public void giveUp(int place, long nowNanos) {
        starting.removeIf(start -> start.place == place);
    }

    @Override
    public List<ServerChange> due(long nowNanos) {
        List<ServerChange> changes = new ArrayList<>();
        while (!starting.isEmpty() && starting.getFirst().joinNanos <= nowNanos) {
            changes.add(new ServerChange(nowNanos, starting.remove().place, ServerChange.Kind.JOINS));
        }
        return changes;
    }

    @Override
    public long nextNanos() {
        return starting.isEmpty() ? Nanos.NEVER : starting.getFirst().joinNanos;
    }

    @Override
    public List<Integer> starting() {
        return starting.stream().map(Start::place).toList();
    }

    @Override
    public int paid() {
        return starting.size();
    }

    @Override
    public boolean busy() {
        return !starting.isEmpty();
    }

    @Override
    public boolean takes(int place) {
        return starting.stream().anyMatch(start -> start.place == place);
    }
}
