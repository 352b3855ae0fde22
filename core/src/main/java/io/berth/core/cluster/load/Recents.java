package io.berth.core.cluster.load;

import java.util.ArrayList;
import java.util.List;

/** The tasks of a node that were placed so short a time ago that a measurement may not show them; it never changes. */
public final class Recents {
    public static final Recents NONE = new Recents(List.of());

    private final List<Recent> tasks;
    /** What is taken to be used by those that ask for nothing. */
    private final Use unasked;
    /** How much more, or less, jobs like theirs tell that they will use than {@link Estimate#KOORDINATOR} says. */
    private final Use learnt;
    /** The same of what they will hardly go beyond. */
    private final Use mostLearnt;

    private final Use asked;

    public Recents(List<Recent> tasks) {
        this.tasks = List.copyOf(tasks);
        Use nothing = Use.NONE;
        Use known = Use.NONE;
        Use most = Use.NONE;
        Use all = Use.NONE;
        for (Recent recent : tasks) {
            Use asks = recent.asked();
            nothing = nothing.plus(new Use(
                    asks.cpuMilli() == 0 ? Estimate.UNASKED_CPU_MILLI : 0,
                    asks.memoryBytes() == 0 ? Estimate.UNASKED_MEMORY_BYTES : 0,
                    0));
            known = known.plus(recent.learnt());
            most = most.plus(recent.mostLearnt());
            all = all.plus(asks);
        }
        unasked = nothing;
        learnt = known;
        mostLearnt = most;
        asked = all;
    }

    public List<Recent> tasks() {
        return tasks;
    }

    /** What is taken to be used by those that ask for no CPU or no memory. */
    public Use unasked() {
        return unasked;
    }

    /** What is added to what {@link Estimate#KOORDINATOR} says of them, for what jobs like theirs have used; may be negative. */
    public Use learnt() {
        return learnt;
    }

    /** The same for what jobs like theirs hardly went beyond. */
    public Use mostLearnt() {
        return mostLearnt;
    }

    Recents with(Recent recent) {
        List<Recent> more = new ArrayList<>(tasks.size() + 1);
        more.addAll(tasks);
        more.add(recent);
        return new Recents(more);
    }

    Recents without(long job, int task) {
        List<Recent> left = new ArrayList<>(tasks);
        boolean gone = left.removeIf(recent -> recent.job() == job && recent.task() == task);
        return gone ? new Recents(left) : this;
    }

    /** Those that a measurement of {@code nanos} does not show. */
    Recents unseen(long nanos) {
        List<Recent> left = new ArrayList<>(tasks);
        boolean seen = left.removeIf(recent -> recent.sinceNanos() + NodeLoad.SETTLE_NANOS <= nanos);
        return seen ? new Recents(left) : this;
    }

    /** What they ask for. */
    public Use asked() {
        return asked;
    }

    /** True where a task is among them. */
    boolean has(long job, int task) {
        for (Recent recent : tasks) {
            if (recent.job() == job && recent.task() == task) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Recents recents && tasks.equals(recents.tasks);
    }

    @Override
    public int hashCode() {
        return tasks.hashCode();
    }

    @Override
    public String toString() {
        return tasks.toString();
    }
}
