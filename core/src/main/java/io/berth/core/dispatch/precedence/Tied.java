package io.berth.core.dispatch.precedence;

import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A request that others wait for, or that waits for others. */
final class Tied implements Comparable<Tied> {
    final long number;
    final int tenant;
    final Ties ties;
    /** The one before it in its session; null for none. */
    @Nullable
    Tied before;
    /** The one behind it there. */
    @Nullable
    Tied behind;
    /** Those that it named and that have not ended. */
    final Set<Tied> on = new LinkedHashSet<>();
    /** Names of those that have not come. */
    final Set<String> unknown = new LinkedHashSet<>();
    /** Those that named it. */
    final Set<Tied> dependents = new LinkedHashSet<>();

    boolean going;
    /** When it is of no more use. */
    long giveUpNanos;
    /** Since when one of those is unknown. */
    long unknownSinceNanos;
    /** Until when it waits. */
    long untilNanos;

    Tied(long number, int tenant, Ties ties) {
        this.number = number;
        this.tenant = tenant;
        this.ties = ties;
    }

    /** Whether nothing has to end before it. */
    boolean free() {
        return before == null && on.isEmpty() && unknown.isEmpty();
    }

    @Override
    public int compareTo(Tied other) {
        int order = Long.compare(untilNanos, other.untilNanos);
        return order == 0 ? Long.compare(number, other.number) : order;
    }
}
