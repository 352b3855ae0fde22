package io.berth.learn.training;

import io.berth.learn.agent.Learner;
import io.berth.learn.gradient.GradientWorkers;
import io.berth.learn.network.ActorCritic;

/** Makes learners of one agent with its settings; equal ones for equal arguments. */
@FunctionalInterface
public interface LearnerMaker {
    /** A learner of {@code task} that knows nothing yet. */
    Learner make(Task task, ActorCritic networks, GradientWorkers workers, long seed);
}
