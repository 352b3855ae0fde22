package io.berth.sim.request;

import io.berth.core.dispatch.flow.Arrival;
import io.berth.core.dispatch.precedence.Ties;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request as it comes.
 *
 * @param tenant who pays, from 0
 * @param priority larger is more urgent
 * @param deadlineNanos when its answer is of no more use; {@code Nanos.NEVER} for no limit
 * @param stages its parts, at least one; the first is beside nothing
 * @param bond what binds it to others
 * @param items of what its one stage is made; null where it is of one piece
 */
public record RequestArrival(
        long atNanos,
        int tenant,
        int priority,
        long deadlineNanos,
        List<Stage> stages,
        Bond bond,
        @Nullable Items items) {
    /**
     * What binds it to others.
     *
     * @param stateNanos work beside where another server than its own served its session before
     */
    public record Bond(Ties ties, long stateNanos) {
        /** Nothing. */
        public static final Bond NONE = new Bond(Ties.NONE, 0);
    }

    public RequestArrival {
        stages = List.copyOf(stages);
        if (stages.isEmpty()) {
            throw new IllegalArgumentException("A request needs a stage.");
        }
    }

    /** One of one piece that nothing binds to others. */
    public RequestArrival(long atNanos, int tenant, int priority, long deadlineNanos, List<Stage> stages) {
        this(atNanos, tenant, priority, deadlineNanos, stages, Bond.NONE, null);
    }

    /** The same in other {@code parts}. */
    public RequestArrival with(List<Stage> parts) {
        return new RequestArrival(atNanos, tenant, priority, deadlineNanos, parts, bond, items);
    }

    /** The same that is otherwise urgent. */
    public RequestArrival with(int otherPriority, long otherDeadlineNanos) {
        return new RequestArrival(atNanos, tenant, otherPriority, otherDeadlineNanos, stages, bond, items);
    }

    /** The same that comes at another time; it must have no deadline. */
    public RequestArrival at(long otherNanos) {
        return new RequestArrival(otherNanos, tenant, priority, deadlineNanos, stages, bond, items);
    }

    /** What binds it to others. */
    public Ties ties() {
        return bond.ties;
    }

    /** Work beside where another server than its own served its session before. */
    public long stateNanos() {
        return bond.stateNanos;
    }

    /** What is known of it when it comes as number {@code number}. */
    public Arrival asked(long number) {
        long session = bond.ties.sessionOf(tenant);
        return new Arrival(
                number,
                tenant,
                priority,
                deadlineNanos,
                stages.stream().map(stage -> stage.asked(session)).toList());
    }
}
