package io.berth.learn.agent;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import io.berth.learn.agent.experience.StepBatch;
import io.berth.learn.gradient.GradientSum;
import io.berth.learn.gradient.GradientWorkers;
import io.berth.learn.gradient.Graph;
import io.berth.learn.gradient.Loss;
import io.berth.learn.network.ActorCritic;

/**
 * The gradients that agents with an actor and a critic share: of the policy, which makes actions that went better than expected more
 * likely, with a share of its entropy; and of the critic's squared error.
 *
 * <p>Source: Sutton et al., Policy gradient methods for reinforcement learning with function approximation, NeurIPS 1999, theorem 1;
 * Mnih et al., Asynchronous methods for deep reinforcement learning, ICML 2016, §4, for the entropy.
 *
 * @param entropy its weight
 */
record PolicyGradient(ActorCritic networks, double entropy, GradientWorkers workers) {
    /** Samples of a chunk, as in {@link Ppo}. */
    private static final int CHUNK = 64;

    /** Of the policy, over all of {@code batch}; figures: the loss, the entropy. */
    GradientSum policy(float[] actor, StepBatch batch) {
        try (GradientWorkers.Batch chunks = workers.batch(
                chunks(batch),
                actor.length,
                (manager, chunk) -> batch.policy(manager, chunk * CHUNK, end(batch, chunk)))) {
            return chunks.sum(actor, policyLoss());
        }
    }

    /** The same, by the thread that asks. */
    GradientSum policyHere(float[] actor, StepBatch batch) {
        return workers.differentiate(actor, policyLoss(), manager -> batch.policy(manager, 0, batch.count()));
    }

    /** Of the critic; figure: the loss. */
    GradientWorkers.Batch values(float[] critic, StepBatch batch) {
        return workers.batch(
                chunks(batch),
                critic.length,
                (manager, chunk) -> batch.values(manager, chunk * CHUNK, end(batch, chunk)));
    }

    /** The same, by the thread that asks. */
    GradientSum valuesHere(float[] critic, StepBatch batch) {
        return workers.differentiate(critic, valueLoss(), manager -> batch.values(manager, 0, batch.count()));
    }

    /** The squared error of the critic. */
    Loss valueLoss() {
        return (parameters, inputs) -> {
            NDArray error = networks.values(parameters, inputs).sub(inputs.get(networks.prepared()));
            return new NDList(error.square().sum());
        };
    }

    private Loss policyLoss() {
        return (parameters, inputs) -> {
            int own = networks.prepared();
            NDArray all = networks.scores(parameters, inputs).logSoftmax(1);
            NDArray advantages = inputs.get(own + 1);
            NDArray taken = all.gather(inputs.get(own), 1).reshape(advantages.getShape());
            NDArray indecision = all.exp().mul(all).sum().neg();
            NDArray loss = taken.mul(advantages).sum().neg();
            if (entropy > 0) {
                loss = loss.sub(Graph.times(indecision, (float) entropy));
            }
            return new NDList(loss, indecision);
        };
    }

    private static int chunks(StepBatch batch) {
        return (batch.count() + CHUNK - 1) / CHUNK;
    }

    private static int end(StepBatch batch, int chunk) {
        return Math.min((chunk + 1) * CHUNK, batch.count());
    }
}
