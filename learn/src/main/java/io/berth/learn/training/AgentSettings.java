package io.berth.learn.training;

import io.berth.learn.agent.A2c;
import io.berth.learn.agent.A3c;
import io.berth.learn.agent.Dqn;
import io.berth.learn.agent.DqnOptions;
import io.berth.learn.agent.Learner;
import io.berth.learn.agent.NStepOptions;
import io.berth.learn.agent.Ppo;
import io.berth.learn.agent.PpoOptions;
import io.berth.learn.agent.Reinforce;
import io.berth.learn.agent.ReinforceOptions;
import io.berth.learn.gradient.GradientWorkers;
import io.berth.learn.network.ActorCritic;

/** Which agent learns, with its settings. */
public sealed interface AgentSettings {
    /** A learner of {@code task}, newly made; equal ones for equal arguments. */
    Learner learner(Task task, ActorCritic networks, GradientWorkers workers, long seed);

    /** {@link Ppo}. */
    record OfPpo(PpoOptions options) implements AgentSettings {
        @Override
        public Learner learner(Task task, ActorCritic networks, GradientWorkers workers, long seed) {
            return new Ppo(task::environment, networks, options, workers, seed).opening(task.opening());
        }
    }

    /** {@link A2c}. */
    record OfA2c(NStepOptions options) implements AgentSettings {
        @Override
        public Learner learner(Task task, ActorCritic networks, GradientWorkers workers, long seed) {
            return new A2c(task::environment, networks, options, workers, seed);
        }
    }

    /** {@link A3c}. */
    record OfA3c(NStepOptions options) implements AgentSettings {
        @Override
        public Learner learner(Task task, ActorCritic networks, GradientWorkers workers, long seed) {
            return new A3c(task::environment, networks, options, workers, seed);
        }
    }

    /** {@link Reinforce}. */
    record OfReinforce(ReinforceOptions options) implements AgentSettings {
        @Override
        public Learner learner(Task task, ActorCritic networks, GradientWorkers workers, long seed) {
            return new Reinforce(task::environment, networks, options, workers, seed).opening(task.opening());
        }
    }

    /** {@link Dqn}. */
    record OfDqn(DqnOptions options) implements AgentSettings {
        @Override
        public Learner learner(Task task, ActorCritic networks, GradientWorkers workers, long seed) {
            return new Dqn(task::environment, networks, options, workers, seed);
        }
    }
}
