package io.berth.app.learn;

import io.berth.learn.training.Task;
import io.berth.learn.training.TrainingPoint;
import io.berth.learn.training.TrainingResult;
import java.util.List;
import java.util.SortedMap;

/**
 * What {@code berth train --json} prints.
 *
 * @param figure what the tests are, less is better
 * @param baselines the figure of well-known policies on the same tests
 * @param model what identifies the model that was written; empty where none was
 */
record TrainDocument(
        String scenario,
        String environment,
        String figure,
        SortedMap<String, Double> baselines,
        List<Seed> seeds,
        String model) {
    /**
     * The training with one seed.
     *
     * @param medianOfLastTests of the last ten tests while it learnt
     * @param chosenUpdate the one whose parameters were kept, by validation
     * @param test the figure of those parameters
     */
    record Seed(
            long seed,
            double medianOfLastTests,
            int chosenUpdate,
            double validation,
            double test,
            List<TrainingPoint> curve) {}

    static TrainDocument of(
            String scenario,
            Task task,
            List<TrainingResult> results,
            SortedMap<String, Double> baselines,
            String model) {
        List<Seed> seeds = results.stream()
                .map(result -> new Seed(
                        result.seed(),
                        result.medianOfLastTests(),
                        result.chosen(),
                        result.validation(),
                        result.test(),
                        result.points()))
                .toList();
        return new TrainDocument(scenario, task.mdp().name(), task.figure(), baselines, seeds, model);
    }
}
