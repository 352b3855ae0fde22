package io.berth.learn.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.learn.environment.ordering.OrderingJobs;
import io.berth.learn.gradient.GradientWorkers;
import io.berth.learn.training.OrderingTask;
import io.berth.learn.training.Training;
import io.berth.learn.training.TrainingReader;
import io.berth.learn.training.TrainingResult;
import io.berth.spec.input.Source;
import io.berth.spec.input.TreeReader;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WarmStartTest {
    @TempDir
    Path folder;

    private static TrainingResult goOn(OrderingJobs jobs, float[] from, double rate) {
        TrainingReader reader = new TrainingReader(TreeReader.read(Source.text(
                "learn",
                "{hidden: [4], ordering: {jobs: 32}, test_jobs: 32, test_sequences: 1, ppo: {updates: 2, episodes: 2, rate: "
                        + rate + "}}")));
        OrderingTask task = new OrderingTask(jobs, reader.ordering(jobs.count()), reader.test(jobs.count()));
        try (GradientWorkers workers = new GradientWorkers(1)) {
            return new Training(task, reader.options(task), workers, 7, point -> {})
                    .from(from)
                    .run();
        }
    }

    /** A network that scores short jobs highest: one hidden unit holds minus the column of run times. */
    private static float[] shortestFirst() {
        float[] parameters = new float[8 * 4 + 4 + 4 + 1];
        parameters[2] = -1;
        parameters[8 * 4] = 1;
        parameters[8 * 4 + 4] = 1;
        return parameters;
    }

    @Test
    void withoutLearningTheModelIsWhatComesOut() throws IOException {
        OrderingJobs jobs = Workloads.regular(folder, 100, 30, 60);

        TrainingResult result = goOn(jobs, shortestFirst(), 0);

        assertThat(result.parameters()).containsExactly(shortestFirst());
        assertThat(result.points()).hasSize(2).allMatch(point -> point.stage().equals("learn"));
    }

    @Test
    void stepsOfTheFirstEpisodesCountOnceThoughTheCriticSeesThemFirst() throws IOException {
        TrainingResult result = goOn(Workloads.regular(folder, 100, 30, 60), shortestFirst(), 3e-4);

        assertThat(result.points()).extracting(point -> point.steps()).containsExactly(64L, 128L);
    }

    @Test
    void sameModelAndSeedGiveTheSameBytes() throws IOException {
        OrderingJobs jobs = Workloads.regular(folder, 100, 30, 60);

        TrainingResult one = goOn(jobs, shortestFirst(), 3e-3);
        TrainingResult other = goOn(jobs, shortestFirst(), 3e-3);

        assertThat(one.parameters()).containsExactly(other.parameters());
        assertThat(one.points()).isEqualTo(other.points());
    }

    @Test
    void parametersOfAnotherNetworkAreRefused() throws IOException {
        OrderingJobs jobs = Workloads.regular(folder, 100, 30, 60);

        assertThatThrownBy(() -> goOn(jobs, new float[5], 0))
                .hasMessageContaining("41")
                .hasMessageContaining("5");
    }
}
