package io.berth.core.decision;

import java.util.List;

/** What to do. A plan holds decisions; each carries its number, unique and rising over the whole life of a journal. */
public sealed interface Decision {
    /** The decision's number; outcomes name it. */
    long id();

    /** Start all tasks of a job, task {@code i} at {@code placements.get(i)}. */
    record Start(long id, long job, List<Placement> placements) implements Decision {
        public Start {
            placements = List.copyOf(placements);
        }
    }

    /** Stop all tasks of a job that hold something. Whether the job waits again or ends follows from the reason. */
    record Stop(long id, long job, Reason reason) implements Decision {}

    /** Turn a waiting job away. */
    record Reject(long id, long job, Reason reason) implements Decision {}

    /**
     * Keep room for a waiting job from {@code atNanos} on, task {@code i} at {@code placements.get(i)}; replaces what it was
     * promised before.
     */
    record Promise(long id, long job, long atNanos, List<Placement> placements) implements Decision {
        public Promise {
            placements = List.copyOf(placements);
        }
    }

    /**
     * Have {@code jobs} planned together; until the plan is there, and until {@code untilNanos} at most, nobody starts. One window is
     * open at a time.
     */
    record PlanWindow(long id, List<Long> jobs, long untilNanos) implements Decision {
        public PlanWindow {
            jobs = List.copyOf(jobs);
        }
    }

    /** What a policy keeps for its next pass; the state holds it, so that recovery and forks see the same memory. */
    record Remember(long id, String slot, int version, List<Long> values) implements Decision {
        public Remember {
            values = List.copyOf(values);
        }
    }
}
