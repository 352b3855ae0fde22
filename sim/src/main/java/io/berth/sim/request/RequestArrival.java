package io.berth.sim.request;

import io.berth.core.dispatch.flow.Arrival;
import io.berth.core.dispatch.precedence.Ties;
import java.util.List;

/**
 * A request as it comes.
 *
 * @param tenant who pays, from 0
 * @param priority larger is more urgent
 * @param deadlineNanos when its answer is of no more use; {@code Nanos.NEVER} for no limit
 * @param stages its parts, at least one; the first is beside nothing
 * @param ties what binds it to others
 * @param stateNanos work beside where another server than its own served its session before
 */
public record RequestArrival(
        long atNanos, int tenant, int priority, long deadlineNanos, List<Stage> stages, Ties ties, long stateNanos) {
    public RequestArrival {
        stages = List.copyOf(stages);
        if (stages.isEmpty()) {
            throw new IllegalArgumentException("A request needs a stage.");
        }
    }

    /** One that nothing binds to others. */
    public RequestArrival(long atNanos, int tenant, int priority, long deadlineNanos, List<Stage> stages) {
        this(atNanos, tenant, priority, deadlineNanos, stages, Ties.NONE, 0);
    }

    /** The same in other {@code parts}. */
    public RequestArrival with(List<Stage> parts) {
        return new RequestArrival(atNanos, tenant, priority, deadlineNanos, parts, ties, stateNanos);
    }

    /** The same that is otherwise urgent. */
    public RequestArrival with(int otherPriority, long otherDeadlineNanos) {
        return new RequestArrival(atNanos, tenant, otherPriority, otherDeadlineNanos, stages, ties, stateNanos);
    }

    /** What is known of it when it comes as number {@code number}. */
    public Arrival asked(long number) {
        long session = ties.sessionOf(tenant);
        return new Arrival(
                number,
                tenant,
                priority,
                deadlineNanos,
                stages.stream().map(stage -> stage.asked(session)).toList());
    }
}
