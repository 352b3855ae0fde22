package io.berth.learn.agent;

import io.berth.learn.agent.experience.DqnOptions;
import io.berth.learn.agent.experience.NStepOptions;
import io.berth.learn.agent.experience.PpoOptions;
import io.berth.learn.agent.experience.ReinforceOptions;
import io.berth.learn.agent.replay.ReplayOptions;
import io.berth.learn.environment.Environment;
import io.berth.learn.gradient.GradientWorkers;
import io.berth.learn.gradient.OptimiserKind;
import io.berth.learn.network.ActorCritic;
import java.util.function.Supplier;

/** The agents, with settings that suit worlds of a few steps or the ordering of short queues. */
enum Agents {
    PPO(true, (game, discount, queue) -> {
        PpoOptions options = new PpoOptions(
                8, queue ? 2 : 1, discount, 0.95, 0.2, 4, 8, 256, queue ? 5e-3 : 1e-2, 1e-2, 0, 0.01, 0.05);
        return new Ppo(game.world(), game.networks(), options, game.workers(), game.seed());
    }),
    REINFORCE_CRITIC(true, (game, discount, queue) -> {
        ReinforceOptions options = new ReinforceOptions(
                queue ? 4 : 8,
                queue ? 4 : 1,
                discount,
                ReinforceOptions.Baseline.CRITIC,
                true,
                0,
                OptimiserKind.ADAM,
                queue ? 3e-3 : 1e-2,
                1e-2,
                5,
                0,
                0.01,
                0);
        return new Reinforce(game.world(), game.networks(), options, game.workers(), game.seed());
    }),
    REINFORCE_TIME_MEAN(true, (game, discount, queue) -> {
        ReinforceOptions options = new ReinforceOptions(
                queue ? 2 : 1,
                10,
                discount,
                ReinforceOptions.Baseline.TIME_MEAN,
                true,
                1,
                OptimiserKind.DEEPRM_RMSPROP,
                queue ? 2e-3 : 1e-2,
                0,
                0,
                0,
                0.01,
                0);
        return new Reinforce(game.world(), game.networks(), options, game.workers(), game.seed());
    }),
    A2C(true, (game, discount, queue) -> {
        NStepOptions options = nStep(16, queue ? 16 : 8, discount, queue);
        return new A2c(game.world(), game.networks(), options, game.workers(), game.seed());
    }),
    A3C(true, (game, discount, queue) -> {
        NStepOptions options = nStep(4, queue ? 64 : 40, discount, queue);
        return new A3c(game.world(), game.networks(), options, game.workers(), game.seed());
    }),
    DQN(false, dqn(false, false, 0)),
    DQN_DOUBLE(false, dqn(true, false, 0)),
    DQN_DUELING(false, dqn(false, true, 0)),
    DQN_PRIORITISED(false, dqn(false, false, 0.6)),
    DQN_ALL(false, dqn(true, true, 0.6));

    private final boolean actor;
    private final Maker maker;

    Agents(boolean actor, Maker maker) {
        this.actor = actor;
        this.maker = maker;
    }

    /** What is learnt, by which networks, with whom. */
    record Game(Supplier<? extends Environment> world, ActorCritic networks, GradientWorkers workers, long seed) {}

    /** {@code queue} is for the ordering of queues, and not for a world of a few steps. */
    private interface Maker {
        Learner made(Game game, double discount, boolean queue);
    }

    /** Whether it has an actor, and so draws its actions by their chance. */
    boolean hasActor() {
        return actor;
    }

    /** For a world whose every state is an input of its own. */
    Learner forSmall(Game game, double discount) {
        return maker.made(game, discount, false);
    }

    /**
     * For {@link Queues}. Without a discount the worth of a choice is mostly what the jobs to come will cost, which a single row does not
     * show: only what sees all rows can take that off.
     */
    Learner forQueues(Game game) {
        return maker.made(game, actor ? 1 : 0.9, true);
    }

    private static NStepOptions nStep(int segments, int steps, double discount, boolean queue) {
        return new NStepOptions(
                segments,
                steps,
                discount,
                0.95,
                true,
                0,
                OptimiserKind.A2C_RMSPROP,
                queue ? 2e-3 : 5e-3,
                queue ? 3e-3 : 1e-2,
                0,
                0.01,
                0.5);
    }

    private static Maker dqn(boolean doubled, boolean dueling, double priority) {
        return (game, discount, queue) -> {
            ReplayOptions replay =
                    new ReplayOptions(queue ? 20_000 : 5_000, 64 << 20, queue ? 5 : 3, priority, 0.4, 2_000);
            DqnOptions options = new DqnOptions(
                    doubled,
                    dueling,
                    replay,
                    new DqnOptions.Exploration(1, 0.05, 3_000),
                    discount,
                    0,
                    32,
                    200,
                    queue ? 4 : 2,
                    queue ? 100 : 50,
                    queue ? 1e-3 : 2e-3,
                    10,
                    200);
            return new Dqn(game.world(), game.networks(), options, game.workers(), game.seed());
        };
    }
}
