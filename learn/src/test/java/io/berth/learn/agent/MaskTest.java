package io.berth.learn.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.berth.core.model.Activation;
import io.berth.learn.agent.experience.DqnOptions;
import io.berth.learn.agent.replay.ReplayOptions;
import io.berth.learn.environment.finite.FiniteMdp;
import io.berth.learn.environment.finite.FiniteMdp.Outcome;
import io.berth.learn.gradient.GradientWorkers;
import io.berth.learn.network.ActorCritic;
import io.berth.learn.network.FlatNetworks;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** An environment throws where an action is not allowed, so an agent that plays on has taken none. */
class MaskTest {
    @AutoClose
    private static final GradientWorkers WORKERS = new GradientWorkers(1);

    /** Of three actions one is allowed in each state. */
    private static FiniteMdp corridor() {
        FiniteMdp.Builder corridor = new FiniteMdp.Builder("corridor", "Where the only way goes.", 3, 3, 1);
        corridor.start(0, 1);
        corridor.leads(0, 0, new Outcome(1, 1, 0));
        corridor.leads(1, 1, new Outcome(1, 2, 0));
        corridor.leads(2, 2, new Outcome(1, FiniteMdp.END, -3));
        return corridor.build();
    }

    @ParameterizedTest
    @EnumSource
    void noAgentLeavesTheOnlyWay(Agents agent) {
        FiniteMdp world = corridor();
        Agents.Game game = new Agents.Game(() -> Worlds.environment(world), Worlds.networks(world), WORKERS, 1);
        Learner learner = agent.forSmall(game, 1);
        double steps = learner.update().get("steps") + learner.update().get("steps");
        assertThat(steps).isGreaterThan(20);
    }

    /** Actions that are never tried keep a value of about 0, which is more than -3: a target that took them would stay there. */
    @ParameterizedTest
    @CsvSource({"false,false", "true,false", "false,true", "true,true"})
    void whatIsNotAllowedIsNotExpectedEither(boolean doubled, boolean dueling) {
        FiniteMdp world = corridor();
        FlatNetworks networks = new FlatNetworks(Worlds.environment(world).mdp(), List.of(16), Activation.TANH);
        DqnOptions options = new DqnOptions(
                doubled,
                dueling,
                ReplayOptions.ALIKE,
                new DqnOptions.Exploration(0, 0, 0),
                1,
                1,
                16,
                50,
                1,
                20,
                5e-3,
                0,
                700);
        Dqn learner = new Dqn(() -> Worlds.environment(world), networks, options, WORKERS, 1);
        learner.update();
        float[] first = {1, 0, 0};
        boolean[] only = {true, false, false};
        ActorCritic.Evaluation evaluation = learner.evaluation();
        float[] scores = new float[3];
        evaluation.scores(first, only, scores);
        // With one action allowed, its score less the mean of the allowed is 0: the value of the state is all there is.
        double expected = dueling ? evaluation.value(first, only) : scores[0];
        assertThat(expected).isCloseTo(-3, within(0.2));
    }
}
