package io.berth.learn.online.evidence;

import io.berth.core.policy.Order;
import io.berth.core.policy.QueuedJob;
import io.berth.core.policy.Waiting;
import io.berth.core.policy.order.learnt.Exploring;
import io.berth.core.time.Chance;
import java.util.List;

/**
 * A choice that was in force, as it was made: the options with how likely the one taken was, and the room. As a {@link Waiting} it
 * holds the options alone: what another order would choose of them can be asked at any time.
 */
public final class LoggedChoice implements Waiting {
    private final List<PastJob> options;
    /** Jobs that waited, options included. */
    private final List<PastJob> waiting;

    private final List<PastJob> holding;

    private final int own;
    private final int taken;
    private final double[] propensities;
    private final boolean ownFits;
    private final long atNanos;
    private final long[] room;

    /**
     * What was chosen.
     *
     * @param own the option that the order in force puts first
     * @param taken the option that was taken
     * @param propensities how likely each option was
     * @param ownFits whether there was room for {@code own}; for all other options there was
     */
    public record Taken(int own, int taken, List<Double> propensities, boolean ownFits) {}

    /**
     * The jobs there were.
     *
     * @param waiting options included
     * @param holding those that had started, or were chosen before at the same instant
     */
    public record Present(List<PastJob> options, List<PastJob> waiting, List<PastJob> holding) {
        public Present {
            options = List.copyOf(options);
            waiting = List.copyOf(waiting);
            holding = List.copyOf(holding);
        }
    }

    public LoggedChoice(Present jobs, Taken choice, Waiting seen) {
        this.options = jobs.options();
        this.waiting = jobs.waiting();
        this.holding = jobs.holding();
        this.own = choice.own();
        this.taken = choice.taken();
        this.propensities =
                choice.propensities().stream().mapToDouble(Double::doubleValue).toArray();
        this.ownFits = choice.ownFits();
        this.atNanos = seen.nowNanos();
        this.room = new long[] {seen.freeCpuMilli(), seen.totalCpuMilli(), seen.freeGpuMilli(), seen.totalGpuMilli()};
    }

    /** The option that was taken. */
    public int taken() {
        return taken;
    }

    /** The option that the order in force put first. */
    public int own() {
        return own;
    }

    /** True where a draw and not the order in force chose. */
    public boolean explored() {
        return taken != own;
    }

    /** How likely it was that {@code option} would be taken. */
    public double propensity(int option) {
        return propensities[option];
    }

    /** What {@code order} would choose of the options. */
    public int choice(Order order) {
        return Exploring.first(order, this);
    }

    public PastJob option(int place) {
        return options.get(place);
    }

    /** Those that waited of which it is known. */
    public List<PastJob> waiting() {
        return waiting;
    }

    /** Those that had started, or were chosen before at the same instant. */
    public List<PastJob> holding() {
        return holding;
    }

    @Override
    public int size() {
        return options.size();
    }

    @Override
    public QueuedJob job(int i) {
        return options.get(i);
    }

    @Override
    public long nowNanos() {
        return atNanos;
    }

    @Override
    public long freeCpuMilli() {
        return room[0];
    }

    @Override
    public long totalCpuMilli() {
        return room[1];
    }

    @Override
    public long freeGpuMilli() {
        return room[2];
    }

    @Override
    public long totalGpuMilli() {
        return room[3];
    }

    @Override
    public boolean mayFit(int i) {
        return i != own || ownFits;
    }

    @Override
    public int below(int bound) {
        return new Chance(atNanos, "logged choice", options.getFirst().id()).below(bound);
    }
}
