package io.berth.sim.fleet;

import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import io.berth.spec.fleet.FleetChanges;
import io.berth.spec.fleet.ServerChange;
import java.util.PriorityQueue;

/**
 * The changes of a run in their order: those that were declared, and failures by chance. The k-th failure of a server is a function of
 * (seed, server, k), whatever is done with requests, so that all strategies meet the same failures.
 */
final class ChangeFeed {
    private static final String FAILURES = "fleet.failures";
    private static final String REPAIRS = "fleet.repairs";
    private static final long DECLARED = -1;

    /** Nothing happens. */
    static final ChangeFeed NOTHING = new ChangeFeed(FleetChanges.NONE, 0, 0, 0);

    private final FleetChanges changes;
    private final long seed;
    private final PriorityQueue<Dated> dated = new PriorityQueue<>();
    private long turns;

    /** @param failure which of its failures by chance; {@link #DECLARED} for none of them */
    private record Dated(long atNanos, long turn, ServerChange change, long failure) implements Comparable<Dated> {
        @Override
        public int compareTo(Dated other) {
            int order = Long.compare(atNanos, other.atNanos);
            return order != 0 ? order : Long.compare(turn, other.turn);
        }
    }

    /**
     * Changes from {@code startNanos} on.
     *
     * @param servers how many are declared
     */
    ChangeFeed(FleetChanges changes, int servers, long seed, long startNanos) {
        this.changes = changes;
        this.seed = seed;
        for (ServerChange event : changes.events()) {
            long at = Nanos.after(startNanos, event.atNanos());
            dated.add(new Dated(at, turns++, event, DECLARED));
        }
        if (changes.betweenNanos() != Nanos.NEVER) {
            for (int server = 0; server < servers; server++) {
                fails(server, startNanos, 0);
            }
        }
    }

    /** When the next change is; {@link Nanos#NEVER} where there is none. */
    long nextNanos() {
        Dated first = dated.peek();
        return first == null ? Nanos.NEVER : first.atNanos;
    }

    /** Takes the next change; there must be one. */
    ServerChange next() {
        Dated first = dated.remove();
        int server = first.change.server();
        if (first.failure != DECLARED && first.change.kind() == ServerChange.Kind.FAILS) {
            long repair = draw(REPAIRS, server, first.failure, changes.repairNanos());
            add(Nanos.after(first.atNanos, repair), server, ServerChange.Kind.RECOVERS, first.failure);
        } else if (first.failure != DECLARED) {
            fails(server, first.atNanos, first.failure + 1);
        }
        return first.change;
    }

    private void fails(int server, long upSince, long failure) {
        long after = draw(FAILURES, server, failure, changes.betweenNanos());
        add(Nanos.after(upSince, after), server, ServerChange.Kind.FAILS, failure);
    }

    private long draw(String stream, int server, long failure, long meanNanos) {
        double wait = new Chance(seed, stream, (long) server << 32 | failure).exponential((double) meanNanos);
        return StrictMath.max(1, (long) wait);
    }

    private void add(long atNanos, int server, ServerChange.Kind kind, long failure) {
        dated.add(new Dated(atNanos, turns++, new ServerChange(atNanos, server, kind), failure));
    }
}
