package io.berth.learn.network;

import io.berth.core.model.sequence.Course;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A window and an order of its jobs to be imitated: what is seen at the beginning, and at each step at which several jobs may come next.
 *
 * @param jobs how many there are
 * @param jobRows what is seen of each
 * @param nodes how many there are
 * @param nodeRows what is seen of each
 * @param steps those at which there is something to choose, from the first on; behind them all that is left comes as it must
 */
public record SequenceLesson(int jobs, float[] jobRows, int nodes, float[] nodeRows, List<Step> steps) {
    public SequenceLesson {
        steps = List.copyOf(steps);
    }

    /**
     * A step.
     *
     * @param before the job that came at the step before; -1 at the first
     * @param state what is seen of all that is left
     * @param rows what is seen of each job
     * @param open which jobs may come next
     * @param good which of them are as good as the one that came
     */
    public record Step(int before, float[] state, float[] rows, boolean[] open, boolean[] good) {}

    /**
     * Plays {@code order} in {@code course}; jobs that there is no room for when they would come are passed over.
     *
     * @param good by place in the order, then by job: which might have come as well
     */
    public static SequenceLesson of(Course course, List<Integer> order, List<boolean[]> good) {
        List<Step> steps = new ArrayList<>();
        course.restart();
        int before = -1;
        for (int at = 0; at < order.size(); at++) {
            int job = order.get(at);
            if (!course.open(job)) {
                continue;
            }
            Step step = step(course, before, good.get(at));
            if (step != null) {
                steps.add(step);
            }
            course.take(job);
            before = job;
        }
        course.restart();
        return new SequenceLesson(course.jobs(), course.jobRows(), course.nodes(), course.nodeRows(), steps);
    }

    private static @Nullable Step step(Course course, int before, boolean[] good) {
        boolean[] open = new boolean[course.jobs()];
        boolean[] may = new boolean[course.jobs()];
        int count = 0;
        for (int job = 0; job < open.length; job++) {
            open[job] = course.open(job);
            may[job] = open[job] && good[job];
            count += open[job] ? 1 : 0;
        }
        return count < 2
                ? null
                : new Step(before, course.stateRow().clone(), course.stepRows().clone(), open, may);
    }
}
