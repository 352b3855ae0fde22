package io.berth.learn.agent.experience;

import io.berth.learn.agent.replay.ReplayOptions;

/**
 * The settings of {@code Dqn}.
 *
 * @param doubled whether the best next action is chosen by the learnt parameters and valued by the older ones, rather than both by these
 * @param dueling whether the value of a state and the advantages of its actions are learnt by themselves
 * @param replay what is remembered
 * @param exploration how often an action is taken at random
 * @param discount of later rewards
 * @param scale what rewards are divided by; 0 for how much episodes differ that are played at random first
 * @param batch steps that are drawn for each step of learning
 * @param warmUp steps that are played before anything is learnt
 * @param learnEvery so many steps played
 * @param targetEvery so many steps of learning the older parameters become those of now
 * @param rate of Adam's steps
 * @param longest a gradient may be; 0 for any length
 * @param round steps played in an update
 */
public record DqnOptions(
        boolean doubled,
        boolean dueling,
        ReplayOptions replay,
        Exploration exploration,
        double discount,
        double scale,
        int batch,
        int warmUp,
        int learnEvery,
        int targetEvery,
        double rate,
        double longest,
        int round) {
    /** The most steps of a batch: it is worked on as one chunk. */
    private static final int MOST = 4096;

    /**
     * How often an action is taken at random.
     *
     * @param first at first
     * @param last what it sinks to, in a line
     * @param steps after how many steps played
     */
    public record Exploration(double first, double last, long steps) {
        /** @throws IllegalArgumentException where a number is out of its range */
        public Exploration {
            Range.check("first", first, 0, 1);
            Range.check("last", last, 0, 1);
            Range.atLeast("steps", steps, 0);
        }

        public double at(long step) {
            return step >= steps ? last : first + (last - first) * step / steps;
        }
    }

    /**
     * With all three improvements. As CleanRL's DQN has them: rate 2.5e-4, batches of 128 each 10 steps after 10,000, actions at random
     * from 1 to 0.05, discount 0.99; its target network is renewed each 500 steps played, 50 of learning. As Stable-Baselines3 has it:
     * gradients of at most 10.
     */
    public static final DqnOptions PUBLISHED = new DqnOptions(
            true,
            true,
            ReplayOptions.PRIORITISED,
            new Exploration(1, 0.05, 250_000),
            0.99,
            0,
            128,
            10_000,
            10,
            50,
            2.5e-4,
            10,
            1000);

    /** @throws IllegalArgumentException where a number is out of its range */
    public DqnOptions {
        Range.check("discount", discount, Double.MIN_VALUE, 1);
        Range.check("scale", scale, 0, Double.MAX_VALUE);
        Range.check("batch", batch, 1, MOST);
        Range.atLeast("warmUp", warmUp, 1);
        Range.atLeast("learnEvery", learnEvery, 1);
        Range.atLeast("targetEvery", targetEvery, 1);
        Range.check("rate", rate, 0, Double.MAX_VALUE);
        Range.check("longest", longest, 0, Double.MAX_VALUE);
        Range.atLeast("round", round, 1);
    }
}
