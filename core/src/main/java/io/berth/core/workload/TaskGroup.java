package io.berth.core.workload;

import io.berth.core.workload.PeerRule.Within;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Equal tasks of a job. All groups of a job start together or none does; of each group at least {@code min} tasks start, and up to
 * {@code max} where there is room.
 *
 * <p>Where fewer than {@code max} run, the work goes on in proportion: a job of which half of the tasks run takes twice as long.
 *
 * @param name the user's name for it, unique in its job; empty where the job has one group only
 * @param demand what each task needs
 * @param min how many tasks must start together; at least 1
 * @param max how many may; at least {@code min}
 * @param program what each task runs; {@link Program#NONE} where the world knows itself
 * @param labels what is said of each task, by which rules of others pick it ({@link PeerRule}); sorted
 * @param within in one domain of what all of its tasks go, whichever has room for them, beside what the demand says of the domain of the whole
 *     job; null where they may be in several. Only of a group that has others beside it
 */
public record TaskGroup(
        String name,
        Demand demand,
        int min,
        int max,
        Program program,
        List<Label> labels,
        @Nullable Within within) {
    public TaskGroup {
        labels = labels.isEmpty() ? List.of() : Label.sorted(labels);
        if (min < 1) {
            throw new IllegalArgumentException("The tasks (" + min + ") of a group must be at least 1.");
        }
        if (max < min) {
            throw new IllegalArgumentException(
                    "The most tasks (" + max + ") of a group must be at least its fewest (" + min + ").");
        }
        if (within != null && demand.bestEffort()) {
            throw new IllegalArgumentException(
                    "Tasks of best effort go wherever others leave something: group (" + name + ") has no domain.");
        }
        if (within != null
                && (within.reach().preferred() || !within.reach().division().free())) {
            throw new IllegalArgumentException(
                    "The domain of a group (" + name + ") holds all of its tasks, in no parts and never rather.");
        }
    }

    /** Tasks that go wherever their demand lets them. */
    public TaskGroup(String name, Demand demand, int min, int max, Program program, List<Label> labels) {
        this(name, demand, min, max, program, labels, null);
    }

    /** Tasks of which nothing is said. */
    public TaskGroup(String name, Demand demand, int min, int max, Program program) {
        this(name, demand, min, max, program, List.of());
    }

    /** So many tasks, no more and no fewer, of a job without other groups. */
    public static TaskGroup of(int tasks, Demand demand, Program program) {
        return new TaskGroup("", demand, tasks, tasks, program);
    }

    /** The same where the world knows itself what they run. */
    public static TaskGroup of(int tasks, Demand demand) {
        return of(tasks, demand, Program.NONE);
    }

    /** True where fewer than all of its tasks may start. */
    public boolean elastic() {
        return min < max;
    }

    /** The same under another name. */
    public TaskGroup withName(String newName) {
        return new TaskGroup(newName, demand, min, max, program, labels, within);
    }

    /** The same, asking for {@code newDemand}; itself where that is the very object it has. */
    @SuppressWarnings("ReferenceEquality")
    public TaskGroup withDemand(Demand newDemand) {
        return newDemand == demand ? this : new TaskGroup(name, newDemand, min, max, program, labels, within);
    }

    /** The same with at least {@code newMin} and at most {@code newMax} tasks. */
    public TaskGroup withTasks(int newMin, int newMax) {
        return new TaskGroup(name, demand, newMin, newMax, program, labels, within);
    }

    /** The same, running {@code newProgram}. */
    public TaskGroup withProgram(Program newProgram) {
        return new TaskGroup(name, demand, min, max, newProgram, labels, within);
    }

    /** The same, of which {@code newLabels} are said. */
    public TaskGroup withLabels(List<Label> newLabels) {
        return new TaskGroup(name, demand, min, max, program, newLabels, within);
    }

    /** The same in one domain as {@code newWithin} says; null for anywhere. */
    public TaskGroup withWithin(@Nullable Within newWithin) {
        return new TaskGroup(name, demand, min, max, program, labels, newWithin);
    }
}
