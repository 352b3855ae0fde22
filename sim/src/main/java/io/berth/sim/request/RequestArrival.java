package io.berth.sim.request;

import io.berth.core.dispatch.flow.Arrival;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request as it comes.
 *
 * @param tenant who pays, from 0
 * @param priority larger is more urgent
 * @param deadlineNanos when its answer is of no more use; {@code Nanos.NEVER} for no limit
 * @param stages its parts, at least one; the first is beside nothing
 * @param items of what its one stage is made; null where it is of one piece
 */
public record RequestArrival(
        long atNanos,
        int tenant,
        int priority,
        long deadlineNanos,
        List<Stage> stages,
        @Nullable Items items) {
    public RequestArrival {
        stages = List.copyOf(stages);
        if (stages.isEmpty()) {
            throw new IllegalArgumentException("A request needs a stage.");
        }
    }

    /** One that is of one piece. */
    public RequestArrival(long atNanos, int tenant, int priority, long deadlineNanos, List<Stage> stages) {
        this(atNanos, tenant, priority, deadlineNanos, stages, null);
    }

    /** The same made of {@code other} stages. */
    public RequestArrival with(List<Stage> other) {
        return new RequestArrival(atNanos, tenant, priority, deadlineNanos, other, items);
    }

    /** What is known of it when it comes as number {@code number}. */
    public Arrival asked(long number) {
        return new Arrival(
                number,
                tenant,
                priority,
                deadlineNanos,
                stages.stream().map(Stage::asked).toList());
    }
}
