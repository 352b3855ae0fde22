package io.berth.core.plan.preempt;

import io.berth.core.state.Job;
import java.util.List;

/** Says which running jobs make room for a pending one. */
@FunctionalInterface
public interface VictimPicker {
    /** Takes room for all tasks of a job in the scratch of the pass, or for none. */
    @FunctionalInterface
    interface Placing {
        /** True where it took room. */
        boolean place(Job job);
    }

    /**
     * Those that are stopped for {@code job}, which does not fit, first the last in the order; none where that does not help. Their
     * room is given back in the scratch, and {@code placing} has taken that of the job.
     */
    List<Job> makeRoom(Job job, Placing placing);
}
