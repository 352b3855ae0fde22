package io.berth.learn.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import io.berth.core.model.column.Feature;
import io.berth.core.time.Chance;
import io.berth.learn.environment.Actions;
import io.berth.learn.environment.Mdp;
import io.berth.learn.environment.Observation;
import io.berth.learn.gradient.GradientSum;
import io.berth.learn.gradient.GradientWorkers;
import io.berth.learn.gradient.Loss;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** The network that is differentiated and the one that decides are one function. */
class PointerNetworksTest {
    private static final int ROWS = 130;
    private static final int FEATURES = 8;
    private static final int STATES = 12;

    @Test
    void deciding_and_learning_score_alike() {
        PointerNetworks networks = new PointerNetworks(mdp(), 16, 32, 2);
        float[] actor = random(networks.actorParameters(), "actor", 0.2);
        ActorCritic.Evaluation plain = networks.evaluation(actor, networks.newCritic(1));
        Samples samples = new Samples(mdp());
        List<float[]> expected = new ArrayList<>();
        for (int state = 0; state < STATES; state++) {
            float[] observation = random(ROWS * FEATURES, "state " + state, 1);
            boolean[] mask = mask(state);
            float[] scores = new float[ROWS];
            plain.scores(observation, mask, scores);
            expected.add(scores);
            samples.add(observation, mask);
        }

        float[] learnt = scores(networks, actor, samples);

        for (int state = 0; state < STATES; state++) {
            float[] seen = Arrays.copyOfRange(learnt, state * ROWS, (state + 1) * ROWS);
            for (int row = 0; row < ROWS; row++) {
                float decided = expected.get(state)[row];
                if (Float.isFinite(decided)) {
                    assertThat(seen[row]).isCloseTo(decided, within(1e-4f));
                } else {
                    assertThat(seen[row]).isLessThan(-1e8f);
                }
            }
        }
    }

    @Test
    void a_step_against_the_gradient_makes_a_choice_likelier() {
        PointerNetworks networks = new PointerNetworks(mdp(), 8, 8, 1);
        float[] actor = random(networks.actorParameters(), "actor", 0.3);
        Samples samples = new Samples(mdp());
        samples.add(random(ROWS * FEATURES, "state", 1), mask(3));

        try (GradientWorkers workers = new GradientWorkers(1);
                GradientWorkers.Batch batch =
                        workers.batch(1, actor.length, (manager, _) -> networks.prepare(manager, samples, 0, 1))) {
            Loss first = (parameters, inputs) -> new NDList(networks.scores(parameters, inputs)
                    .logSoftmax(1)
                    .get(":, 0")
                    .sum()
                    .neg());
            GradientSum before = batch.sum(actor, first);
            double slope = 0;
            for (int i = 0; i < actor.length; i++) {
                slope += before.gradient()[i] * before.gradient()[i];
                actor[i] -= 1e-4f * before.gradient()[i];
            }
            double after = batch.sum(actor, first).figures()[0];

            assertThat(after - before.figures()[0]).isCloseTo(-1e-4 * slope, within(0.05e-4 * slope));
        }
    }

    private static float[] scores(PointerNetworks networks, float[] actor, Samples samples) {
        AtomicReference<float[]> seen = new AtomicReference<>(new float[0]);
        try (GradientWorkers workers = new GradientWorkers(1);
                GradientWorkers.Batch batch = workers.batch(
                        1, actor.length, (manager, _) -> networks.prepare(manager, samples, 0, samples.count()))) {
            batch.sum(actor, (parameters, inputs) -> {
                NDArray scores = networks.scores(parameters, inputs);
                seen.set(scores.toFloatArray());
                return new NDList(scores.sum());
            });
        }
        return seen.get();
    }

    /** One row, all of them, and numbers between; some rows are left out. */
    private static boolean[] mask(int state) {
        boolean[] mask = new boolean[ROWS];
        mask[0] = true;
        for (int row = 0; row < state * ROWS / (STATES - 1); row++) {
            mask[row] = row == 0 || row % 5 != state % 5 || state == STATES - 1;
        }
        return mask;
    }

    private static float[] random(int count, String stream, double size) {
        Chance chance = new Chance(7, stream, 0);
        float[] numbers = new float[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = (float) (size * chance.normal());
        }
        return numbers;
    }

    private static Mdp mdp() {
        List<Feature> features = new ArrayList<>();
        for (int i = 0; i < FEATURES; i++) {
            features.add(Feature.share("feature_" + i, "a number"));
        }
        return new Mdp(
                "rows",
                "picks one",
                new Observation(ROWS, "row", features),
                new Actions(ROWS, true, "a row"),
                "0",
                1,
                "never",
                "");
    }
}
