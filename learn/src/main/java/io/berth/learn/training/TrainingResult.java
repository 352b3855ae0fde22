package io.berth.learn.training;

import io.berth.learn.agent.Divergence;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What training came to with one seed.
 *
 * @param seed of all its chance
 * @param points the curve
 * @param chosen the update whose parameters were kept: the best on the validation episodes, never by the test; 0 for the start
 * @param parameters of the actor that were kept
 * @param validation mean reward of them on the validation episodes
 * @param test the task's figure of them
 * @param divergence where training went wrong and ended early; null where it did not
 */
public record TrainingResult(
        long seed,
        List<TrainingPoint> points,
        int chosen,
        float[] parameters,
        double validation,
        double test,
        @Nullable Divergence divergence) {
    private static final int LAST = 10;

    public TrainingResult {
        points = List.copyOf(points);
    }

    /** True where what was kept is more than chance: a tuned rule, or what an update made of it. */
    public boolean learnt() {
        return chosen > 0 || points.stream().anyMatch(point -> point.stage().equals(Training.RULE));
    }

    /** The median of the last ten tests while it learnt; of all where there were fewer. */
    public double medianOfLastTests() {
        double[] tests = points.stream()
                .filter(point -> point.stage().equals(Training.LEARN))
                .mapToDouble(TrainingPoint::test)
                .toArray();
        double[] last = Arrays.copyOfRange(tests, Math.max(0, tests.length - LAST), tests.length);
        Arrays.sort(last);
        int middle = last.length / 2;
        if (last.length == 0) {
            return test;
        }
        return last.length % 2 == 1 ? last[middle] : (last[middle - 1] + last[middle]) / 2;
    }
}
