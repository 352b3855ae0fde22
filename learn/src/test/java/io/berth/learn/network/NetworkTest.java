package io.berth.learn.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import io.berth.core.model.Activation;
import io.berth.core.model.column.Columns;
import io.berth.core.time.Chance;
import io.berth.learn.environment.Environment;
import io.berth.learn.environment.Reward;
import io.berth.learn.environment.ordering.QueueOrdering;
import io.berth.learn.environment.ordering.SmallLog;
import io.berth.learn.gradient.GradientSum;
import io.berth.learn.gradient.GradientWorkers;
import io.berth.learn.gradient.Loss;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NetworkTest {
    private static final int ROWS = 12;
    private final QueueOrdering environment = new QueueOrdering(
            SmallLog.jobs(200, 1),
            new QueueOrdering.Setup(
                    48,
                    ROWS,
                    false,
                    Columns.SCALED.columns(),
                    Reward.BOUNDED_SLOWDOWN,
                    QueueOrdering.Rewarding.AT_END));

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void plainDecisionsAndGraphsAreTheSameFunction(boolean byRow) {
        ActorCritic networks = networks(byRow);
        float[] actor = scaled(networks.newActor(1));
        float[] critic = networks.newCritic(2);
        Samples samples = new Samples(environment.mdp());
        List<float[]> scores = new ArrayList<>();
        List<Float> values = new ArrayList<>();
        play(networks.evaluation(actor, critic), samples, scores, values);

        try (GradientWorkers workers = new GradientWorkers(1);
                GradientWorkers.Batch batch = workers.batch(
                        1, actor.length, (manager, chunk) -> networks.prepare(manager, samples, 0, samples.count()));
                GradientWorkers.Batch other = workers.batch(
                        1, critic.length, (manager, chunk) -> networks.prepare(manager, samples, 0, samples.count()))) {
            batch.sum(actor, (parameters, inputs) -> {
                float[] graph = networks.scores(parameters, inputs).toFloatArray();
                for (int i = 0; i < graph.length; i++) {
                    float plain = scores.get(i / ROWS)[i % ROWS];
                    if (plain == Float.NEGATIVE_INFINITY) {
                        assertThat(graph[i]).isLessThan(-1e8f);
                    } else {
                        assertThat(graph[i]).isCloseTo(plain, within(1e-4f));
                    }
                }
                return new NDList(networks.scores(parameters, inputs).sum());
            });
            other.sum(critic, (parameters, inputs) -> {
                NDArray graph = networks.values(parameters, inputs);
                for (int i = 0; i < values.size(); i++) {
                    assertThat(graph.getFloat(i)).isCloseTo(values.get(i), within(1e-3f));
                }
                return new NDList(graph.sum());
            });
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void gradientsAreTheSlopesOfTheLossAndDoNotDependOnTheThreads(boolean byRow) {
        ActorCritic networks = networks(byRow);
        float[] critic = networks.newCritic(4);
        Samples samples = new Samples(environment.mdp());
        play(networks.evaluation(networks.newActor(1), critic), samples, new ArrayList<>(), new ArrayList<>());
        Loss loss = (parameters, inputs) ->
                new NDList(networks.values(parameters, inputs).square().sum());

        GradientSum three;
        try (GradientWorkers workers = new GradientWorkers(3);
                GradientWorkers.Batch batch = batch(workers, networks, samples)) {
            three = batch.sum(critic, loss);
        }
        try (GradientWorkers workers = new GradientWorkers(1);
                GradientWorkers.Batch batch = batch(workers, networks, samples)) {
            GradientSum one = batch.sum(critic, loss);
            assertThat(three.gradient()).isEqualTo(one.gradient());
            assertThat(three.figures()).isEqualTo(one.figures());
            Chance chance = new Chance(1, "parameter", 0);
            for (int trial = 0; trial < 10; trial++) {
                int parameter = chance.below(critic.length);
                float step = 1e-2f;
                double above = batch.sum(moved(critic, parameter, step), loss).figures()[0];
                double below = batch.sum(moved(critic, parameter, -step), loss).figures()[0];
                double slope = (above - below) / (2 * step);
                assertThat((double) one.gradient()[parameter]).isCloseTo(slope, within(0.02 * (1 + Math.abs(slope))));
            }
        }
    }

    @Test
    void anActorLikeARuleScoresAsItDoes() {
        RowNetworks rules = new RowNetworks(environment.mdp(), List.of());
        RowNetworks networks = new RowNetworks(environment.mdp(), List.of(16, 8));
        float[] rule = scaled(rules.newActor(3));
        float[] actor = networks.actorLike(rule, 5, 7);
        ActorCritic.Evaluation small = rules.evaluation(rule, rules.newCritic(1));
        ActorCritic.Evaluation large = networks.evaluation(actor, networks.newCritic(1));
        float[] seen = new float[environment.mdp().observation().size()];
        boolean[] mask = new boolean[ROWS];
        float[] expected = new float[ROWS];
        float[] scores = new float[ROWS];
        environment.reset(1);
        while (!environment.over()) {
            environment.observe(seen, 0);
            environment.mask(mask, 0);
            small.scores(seen, mask, expected);
            large.scores(seen, mask, scores);
            for (int row = 0; row < environment.visibleJobs(); row++) {
                assertThat(scores[row]).isCloseTo(5 * expected[row], within(1e-3f));
            }
            environment.step(0);
        }
        assertThat(new RowNetworks(environment.mdp(), List.of(16, 7)).holdsRules())
                .isFalse();
    }

    private static float[] moved(float[] critic, int parameter, float step) {
        float[] moved = critic.clone();
        moved[parameter] += step;
        return moved;
    }

    private static GradientWorkers.Batch batch(GradientWorkers workers, ActorCritic networks, Samples samples) {
        int chunk = 10;
        int chunks = (samples.count() + chunk - 1) / chunk;
        return workers.batch(
                chunks,
                networks.criticParameters(),
                (manager, i) ->
                        networks.prepare(manager, samples, i * chunk, Math.min((i + 1) * chunk, samples.count())));
    }

    private ActorCritic networks(boolean byRow) {
        return byRow
                ? new RowNetworks(environment.mdp(), List.of(16, 8))
                : new FlatNetworks(environment.mdp(), List.of(16), Activation.TANH);
    }

    /** Parameters far from indifference, so that differences show. */
    private static float[] scaled(float[] parameters) {
        for (int i = 0; i < parameters.length; i++) {
            parameters[i] *= 10;
        }
        return parameters;
    }

    private void play(ActorCritic.Evaluation evaluation, Samples samples, List<float[]> scores, List<Float> values) {
        Environment played = environment;
        float[] seen = new float[played.mdp().observation().size()];
        boolean[] mask = new boolean[ROWS];
        played.reset(1);
        while (!played.over()) {
            played.observe(seen, 0);
            played.mask(mask, 0);
            samples.add(seen, mask);
            float[] said = new float[ROWS];
            evaluation.scores(seen, mask, said);
            scores.add(said);
            values.add(evaluation.value(seen, mask));
            played.step(0);
        }
    }
}
