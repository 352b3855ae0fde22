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

    /**
     * Start tasks of a job: task {@link #task} {@code (i)} at {@code placements.get(i)}.
     *
     * @param tasks the tasks, rising; empty for as many as there are placements, from 0 on
     */
    record Start(long id, long job, List<Placement> placements, List<Integer> tasks) implements Effect {
        public Start {
            placements = List.copyOf(placements);
            tasks = fromZero(tasks) ? List.of() : List.copyOf(tasks);
            if (!tasks.isEmpty() && tasks.size() != placements.size()) {
                throw new IllegalArgumentException("The tasks (" + tasks.size()
                        + ") of a start must be as many as its placements (" + placements.size() + ").");
            }
        }

        /** Of the first tasks, as many as there are placements. */
        public Start(long id, long job, List<Placement> placements) {
            this(id, job, placements, List.of());
        }

        /** The number of the task that goes to placement {@code i}. */
        public int task(int i) {
            return tasks.isEmpty() ? i : tasks.get(i);
        }

        private static boolean fromZero(List<Integer> tasks) {
            for (int i = 0; i < tasks.size(); i++) {
                if (tasks.get(i) != i) {
                    return false;
                }
            }
            return true;
        }
    }

    /**
     * Start further tasks of a job that runs: task {@code tasks.get(i)} at {@code placements.get(i)}. Outcomes of these tasks name this
     * decision.
     *
     * @param tasks the tasks, rising; none of them holds anything
     */
    record Grow(long id, long job, List<Placement> placements, List<Integer> tasks) implements Effect {
        public Grow {
            placements = List.copyOf(placements);
            tasks = List.copyOf(tasks);
            if (tasks.isEmpty() || tasks.size() != placements.size()) {
                throw new IllegalArgumentException("The tasks (" + tasks.size()
                        + ") by which a job grows must be some, and as many as its placements (" + placements.size()
                        + ").");
            }
        }
    }

    /** Stop some tasks of a job, which goes on with the others. */
    record Shrink(long id, long job, List<Integer> tasks, Reason reason) implements Effect {
        public Shrink {
            tasks = List.copyOf(tasks);
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

    /**
     * From now on {@code job} goes to {@code placements} and nobody else does, until it starts: one that the same plan stops so that {@code forJob}
     * has room, or that job itself. Where {@code forJob} is 0, those that go before {@code job} may: it waits there for others to stop.
     *
     * @param placements of the tasks that must start together, one by one; none where it goes wherever others do again
     */
    record Move(long id, long job, long forJob, List<Placement> placements) implements Note {
        public Move {
            placements = List.copyOf(placements);
        }
    }

    /**
     * From now on {@code node} belongs to {@code pool}: jobs of other queues that run there go on, but none start.
     *
     * @param pool by name; empty where it belongs to none
     */
    record GrantNode(long id, int node, String pool) implements Note {}

    /** What a policy keeps for its next pass; the state holds it, so that recovery and forks see the same memory. */
    record Remember(long id, String slot, int version, List<Long> values) implements Note {
        public Remember {
            values = List.copyOf(values);
        }
    }
}
