package io.berth.core.decision;

import java.util.List;

/** What to do. A plan holds decisions; each carries its number, unique and rising over the whole life of a journal. */
public sealed interface Decision {
    /** The decision's number; outcomes name it. */
    long id();

    /** What the world carries out, and answers with outcomes. */
    sealed interface Effect extends Decision {
        /** The job it is about. */
        long job();
    }

    /** What only the state keeps: the world never hears of it. */
    sealed interface Note extends Decision {}

    /** Start all tasks of a job, task {@code i} at {@code placements.get(i)}. */
    record Start(long id, long job, List<Placement> placements) implements Effect {
        public Start {
            placements = List.copyOf(placements);
        }
    }

    /** Stop all tasks of a job that hold something. Whether the job waits again or ends follows from the reason. */
    record Stop(long id, long job, Reason reason) implements Effect {}

    /** Turn a waiting job away. */
    record Reject(long id, long job, Reason reason) implements Effect {}

    /**
     * Keep room for a waiting job from {@code atNanos} on, task {@code i} at {@code placements.get(i)}; replaces what it was
     * promised before.
     */
    record Promise(long id, long job, long atNanos, List<Placement> placements) implements Note {
        public Promise {
            placements = List.copyOf(placements);
        }
    }

    /**
     * Have {@code jobs} planned together; until the plan is there, and until {@code untilNanos} at most, nobody starts. One window is
     * open at a time.
     */
    record PlanWindow(long id, List<Long> jobs, long untilNanos) implements Note {
        public PlanWindow {
            jobs = List.copyOf(jobs);
        }
    }

    /** What a policy keeps for its next pass; the state holds it, so that recovery and forks see the same memory. */
    record Remember(long id, String slot, int version, List<Long> values) implements Note {
        public Remember {
            values = List.copyOf(values);
        }
    }
}
