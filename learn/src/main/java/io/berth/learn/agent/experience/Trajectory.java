package io.berth.learn.agent.experience;

import io.berth.learn.environment.Figures;
import io.berth.learn.environment.Mdp;
import io.berth.learn.network.Samples;
import java.util.Arrays;

/** An episode as it was played: states, actions, how likely they were, what was expected, what was given. */
public final class Trajectory {
    private static final int INITIAL = 64;

    private final Samples samples;
    private int[] actions = new int[INITIAL];
    private double[] logChances = new double[INITIAL];
    private double[] values = new double[INITIAL];
    private double[] rewards = new double[INITIAL];
    private double lastValue;
    private Figures figures;

    public Trajectory(Mdp mdp, Figures figures) {
        this.samples = new Samples(mdp);
        this.figures = figures;
    }

    public void add(float[] observation, boolean[] mask, int action, double logChance) {
        int step = samples.count();
        samples.add(observation, mask);
        if (step == actions.length) {
            actions = Arrays.copyOf(actions, 2 * step);
            logChances = Arrays.copyOf(logChances, 2 * step);
            values = Arrays.copyOf(values, 2 * step);
            rewards = Arrays.copyOf(rewards, 2 * step);
        }
        actions[step] = action;
        logChances[step] = logChance;
    }

    /** What the state of the last step was expected to bring, and what the step gave. */
    public void outcome(double value, double reward) {
        values[samples.count() - 1] = value;
        rewards[samples.count() - 1] = reward;
    }

    /** Gives the last step more. */
    public void addToLast(double reward) {
        rewards[length() - 1] += reward;
    }

    /** @param value of the state in which it was cut off; 0 where it ended */
    public void end(double value, Figures came) {
        lastValue = value;
        figures = came;
    }

    public Samples samples() {
        return samples;
    }

    /** How many steps it has. */
    public int length() {
        return samples.count();
    }

    public int action(int step) {
        return actions[step];
    }

    double logChance(int step) {
        return logChances[step];
    }

    public double value(int step) {
        return step == length() ? lastValue : values[step];
    }

    public double reward(int step) {
        return rewards[step];
    }

    /** The sum of its rewards. */
    public double total() {
        double sum = 0;
        for (int step = 0; step < length(); step++) {
            sum += rewards[step];
        }
        return sum;
    }

    /** What came of it. */
    public Figures figures() {
        return figures;
    }
}
