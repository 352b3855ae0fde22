package io.berth.learn.agent.experience;

import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import io.berth.learn.environment.Mdp;
import io.berth.learn.network.ActorCritic;
import io.berth.learn.network.Samples;
import java.util.Arrays;

/** Steps to learn from: for each the state, the action, how much better than expected it was, and what it brought. */
public final class StepBatch {
    private static final int INITIAL = 64;
    private static final double TINY = 1e-8;

    private final ActorCritic networks;
    private final Samples samples;
    private long[] actions = new long[INITIAL];
    private float[] advantages = new float[INITIAL];
    private float[] returns = new float[INITIAL];

    public StepBatch(ActorCritic networks, Mdp mdp) {
        this.networks = networks;
        this.samples = new Samples(mdp);
    }

    /** What the action of a step was worth. */
    public record Worth(int action, double advantage, double brought) {}

    /** Adds a step from the state at {@code state} of {@code from}. */
    public void add(Samples from, int state, Worth worth) {
        int at = samples.count();
        samples.add(from, state);
        if (at == actions.length) {
            actions = Arrays.copyOf(actions, 2 * at);
            advantages = Arrays.copyOf(advantages, 2 * at);
            returns = Arrays.copyOf(returns, 2 * at);
        }
        actions[at] = worth.action();
        advantages[at] = (float) worth.advantage();
        returns[at] = (float) worth.brought();
    }

    public int count() {
        return samples.count();
    }

    /** Makes the mean of the advantages 0 and their deviation 1. */
    public void normalise() {
        double sum = 0;
        for (int i = 0; i < count(); i++) {
            sum += advantages[i];
        }
        double mean = sum / count();
        double squares = 0;
        for (int i = 0; i < count(); i++) {
            squares += (advantages[i] - mean) * (advantages[i] - mean);
        }
        double deviation = StrictMath.sqrt(squares / count()) + TINY;
        for (int i = 0; i < count(); i++) {
            advantages[i] = (float) ((advantages[i] - mean) / deviation);
        }
    }

    /** The states {@code from} to before {@code to}, their actions (states, 1), and their advantages. */
    public NDList policy(NDManager manager, int from, int to) {
        NDList prepared = networks.prepare(manager, samples, from, to);
        prepared.add(manager.create(Arrays.copyOfRange(actions, from, to), new Shape(to - from, 1)));
        prepared.add(manager.create(Arrays.copyOfRange(advantages, from, to)));
        return prepared;
    }

    /** The states and what they brought. */
    public NDList values(NDManager manager, int from, int to) {
        NDList prepared = networks.prepare(manager, samples, from, to);
        prepared.add(manager.create(Arrays.copyOfRange(returns, from, to)));
        return prepared;
    }
}
