package io.berth.core.cluster.load.alike;

import io.berth.core.cluster.load.Use;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The tasks of a node of which more is known than what they ask for, in the order in which that was; it never changes. */
public final class TaskUses {
    static final TaskUses NONE = new TaskUses(List.of());

    private final List<TaskUse> tasks;
    private final Use asked;
    private final Use expected;

    public TaskUses(List<TaskUse> tasks) {
        this.tasks = List.copyOf(tasks);
        Use sumAsked = Use.NONE;
        Use sumExpected = Use.NONE;
        for (TaskUse task : this.tasks) {
            sumAsked = sumAsked.plus(task.asked());
            sumExpected = sumExpected.plus(task.expected().mean());
        }
        asked = sumAsked;
        expected = sumExpected;
    }

    public List<TaskUse> tasks() {
        return tasks;
    }

    /** What they ask for. */
    public Use asked() {
        return asked;
    }

    /** What they are expected to use in the mean. */
    public Use expected() {
        return expected;
    }

    @Nullable
    TaskUse of(long job, int task) {
        for (TaskUse use : tasks) {
            if (use.is(job, task)) {
                return use;
            }
        }
        return null;
    }

    TaskUses with(TaskUse use) {
        List<TaskUse> more = new ArrayList<>(tasks.size() + 1);
        more.addAll(tasks);
        more.removeIf(known -> known.is(use.job(), use.task()));
        more.add(use);
        return new TaskUses(more);
    }

    TaskUses without(long job, int task) {
        List<TaskUse> left = new ArrayList<>(tasks);
        left.removeIf(known -> known.is(job, task));
        return new TaskUses(left);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TaskUses uses && tasks.equals(uses.tasks);
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
