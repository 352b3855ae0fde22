package io.berth.app.learn;

import io.berth.learn.agent.Divergence;
import io.berth.learn.training.Task;
import io.berth.learn.training.TrainingPoint;
import io.berth.learn.training.TrainingResult;
import java.util.List;
import java.util.SortedMap;

/**
 * What {@code berth train --json} prints.
 *
 * @param agent what learnt
 * @param figure what the tests are; less is better but for utilisation
 * @param baselines the figure of well-known policies on the same tests
 * @param model what identifies the model that was written; empty where none was
 */
record TrainDocument(
        String scenario,
        String environment,
        String agent,
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
     * @param diverged what went wrong and ended it early; empty where nothing did
     */
    record Seed(
            long seed,
            double medianOfLastTests,
            int chosenUpdate,
            double validation,
            double test,
            String diverged,
            List<TrainingPoint> curve) {}

    static TrainDocument of(String scenario, Task task, List<TrainingResult> results, Lineage lineage, String model) {
        List<Seed> seeds = results.stream().map(TrainDocument::seed).toList();
        String agent = lineage.file().learn().agent();
        return new TrainDocument(scenario, task.mdp().name(), agent, task.figure(), lineage.baselines(), seeds, model);
    }

    private static Seed seed(TrainingResult result) {
        Divergence divergence = result.divergence();
        return new Seed(
                result.seed(),
                result.medianOfLastTests(),
                result.chosen(),
                result.validation(),
                result.test(),
                divergence == null ? "" : DivergedText.problem(divergence),
                result.points());
    }
}
