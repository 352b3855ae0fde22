package io.berth.learn.agent.experience;

import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import io.berth.core.time.Chance;
import io.berth.learn.network.ActorCritic;
import io.berth.learn.network.Samples;
import java.util.Arrays;
import java.util.List;

/**
 * The steps of several episodes as one batch in random order, with how much better each action was than expected (generalised
 * advantage estimation: Schulman et al., ICLR 2016, equation 16), mean 0 and deviation 1, and what each state brought.
 */
public final class Rollout {
    private static final double TINY = 1e-8;

    private final ActorCritic networks;
    private final Samples samples;
    private final long[] actions;
    private final float[] logChances;
    private final float[] advantages;
    private final float[] returns;

    /**
     * @param scale what the critic's answers are multiplied with
     * @param shuffle draws the order
     */
    public Rollout(ActorCritic networks, List<Trajectory> played, PpoOptions options, double scale, Chance shuffle) {
        this.networks = networks;
        Samples inOrder = played.getFirst().samples().empty();
        int steps = 0;
        for (Trajectory trajectory : played) {
            inOrder.addAll(trajectory.samples());
            steps += trajectory.length();
        }
        int[] order = shuffle.order(steps);
        this.samples = inOrder.inOrder(order);
        this.actions = new long[steps];
        this.logChances = new float[steps];
        this.advantages = new float[steps];
        this.returns = new float[steps];
        int[] placeOf = new int[steps];
        for (int place = 0; place < steps; place++) {
            placeOf[order[place]] = place;
        }
        int first = 0;
        for (Trajectory trajectory : played) {
            fill(trajectory, options, scale, Arrays.copyOfRange(placeOf, first, first + trajectory.length()));
            first += trajectory.length();
        }
        normalise(advantages);
    }

    public int count() {
        return actions.length;
    }

    /** The states, and for each its action, how likely it was, and its advantage. */
    public NDList policy(NDManager manager, int from, int to) {
        NDList prepared = networks.prepare(manager, samples, from, to);
        prepared.add(manager.create(Arrays.copyOfRange(actions, from, to), new Shape(to - from, 1)));
        prepared.add(manager.create(Arrays.copyOfRange(logChances, from, to)));
        prepared.add(manager.create(Arrays.copyOfRange(advantages, from, to)));
        return prepared;
    }

    /** The states and what they brought. */
    public NDList values(NDManager manager, int from, int to) {
        NDList prepared = networks.prepare(manager, samples, from, to);
        prepared.add(manager.create(Arrays.copyOfRange(returns, from, to)));
        return prepared;
    }

    private void fill(Trajectory trajectory, PpoOptions options, double scale, int[] places) {
        double advantage = 0;
        double later = trajectory.value(trajectory.length());
        double brought = later;
        for (int step = trajectory.length() - 1; step >= 0; step--) {
            double reward = trajectory.reward(step) / scale;
            double surprise = reward + options.discount() * later - trajectory.value(step);
            advantage = surprise + options.discount() * options.trace() * advantage;
            brought = reward + options.discount() * brought;
            later = trajectory.value(step);
            int place = places[step];
            actions[place] = trajectory.action(step);
            logChances[place] = (float) trajectory.logChance(step);
            advantages[place] = (float) advantage;
            returns[place] = (float) brought;
        }
    }

    private static void normalise(float[] values) {
        double sum = 0;
        for (float value : values) {
            sum += value;
        }
        double mean = sum / values.length;
        double squares = 0;
        for (float value : values) {
            squares += (value - mean) * (value - mean);
        }
        double deviation = StrictMath.sqrt(squares / values.length) + TINY;
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) ((values[i] - mean) / deviation);
        }
    }
}
