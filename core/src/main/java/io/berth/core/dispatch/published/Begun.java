package io.berth.core.dispatch.published;

import io.berth.core.dispatch.Balancer;
import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.balance.Candidates;
import org.jspecify.annotations.Nullable;

/** A balancer that knows its fleet from its begin, what servers report, and the candidates of a pick. */
abstract class Begun implements Balancer {
    final Candidates candidates = new Candidates();
    final Reports reports = new Reports();
    private @Nullable Fleet fleet;

    /** Makes room for servers up to {@code size}. */
    abstract void grow(int size);

    /** A new server has the number {@code server}. */
    abstract void forget(int server);

    @Override
    public final void begin(Fleet begun) {
        fleet = begun;
        reports.grow(begun.size());
        grow(begun.size());
    }

    @Override
    public final void joined(int server) {
        int size = fleet().size();
        reports.grow(size);
        grow(size);
        reports.forget(server);
        forget(server);
    }

    @Override
    public final void reported(int server, int running, int waiting, long nowNanos) {
        reports.reported(fleet(), server, running, waiting);
    }

    final Fleet fleet() {
        if (fleet == null) {
            throw new IllegalStateException("A balancer must begin before it picks.");
        }
        return fleet;
    }

    /** {@code value} of a parameter that is a whole number from {@code least} to {@code most}. */
    static int within(String name, long value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    "The parameter (" + name + ") must be from " + least + " to " + most + ", not (" + value + ").");
        }
        return (int) value;
    }

    /** {@code value} of a parameter that is 0 or more. */
    static double notBelowZero(String name, double value) {
        if (value < 0) {
            throw new IllegalArgumentException("The parameter (" + name + ") must be 0 or more, not (" + value + ").");
        }
        return value;
    }

    /** {@code value} of a parameter that is above 0. */
    static double aboveZero(String name, double value) {
        if (value <= 0) {
            throw new IllegalArgumentException("The parameter (" + name + ") must be above 0, not (" + value + ").");
        }
        return value;
    }
}
