package io.berth.learn.agent.experience;

import io.berth.learn.environment.Mdp;
import io.berth.learn.network.ActorCritic;
import io.berth.learn.network.Samples;

/**
 * A few steps at a seat, across the ends of episodes, and how much better than expected each was.
 *
 * <p>Source: Mnih et al., Asynchronous methods for deep reinforcement learning, ICML 2016, §4 and algorithm S3, for the n-step return;
 * Schulman et al., ICLR 2016, equation 16, for λ below 1.
 */
public final class Segment {
    private final NStepOptions options;
    private final Samples samples;
    private final int[] actions;
    private final double[] rewards;
    private final double[] values;
    /** What each step's next state was expected to bring. */
    private final double[] next;

    private final boolean[] last;
    private double ended;
    private int episodes;

    public Segment(Mdp mdp, NStepOptions options) {
        this.options = options;
        this.samples = new Samples(mdp);
        this.actions = new int[options.steps()];
        this.rewards = new double[options.steps()];
        this.values = new double[options.steps()];
        this.next = new double[options.steps()];
        this.last = new boolean[options.steps()];
    }

    /** Plays anew; forgets what was played before. */
    public void play(Seat seat, ActorCritic.Evaluation evaluation, double scale) {
        samples.clear();
        ended = 0;
        episodes = 0;
        for (int step = 0; step < actions.length; step++) {
            seat.look();
            evaluation.scores(seat.observation(), seat.mask(), seat.scores());
            values[step] = evaluation.value(seat.observation(), seat.mask());
            if (step > 0 && !last[step - 1]) {
                next[step - 1] = values[step];
            }
            samples.add(seat.observation(), seat.mask());
            actions[step] = Softmax.draw(seat.scores(), seat.chance(0));
            rewards[step] = seat.step(actions[step]) / scale;
            last[step] = seat.over();
            if (last[step]) {
                next[step] = seat.truncated() ? expected(seat, evaluation) : 0;
                ended += seat.total();
                episodes++;
            }
        }
        if (!last[actions.length - 1]) {
            next[actions.length - 1] = expected(seat, evaluation);
        }
    }

    private static double expected(Seat seat, ActorCritic.Evaluation evaluation) {
        seat.see();
        return evaluation.value(seat.observation(), seat.mask());
    }

    /** Adds its steps to {@code batch}. */
    public void into(StepBatch batch) {
        double[] advantages = new double[actions.length];
        double advantage = 0;
        for (int step = actions.length - 1; step >= 0; step--) {
            double surprise = rewards[step] + options.discount() * next[step] - values[step];
            advantage = surprise + (last[step] ? 0 : options.discount() * options.trace() * advantage);
            advantages[step] = advantage;
        }
        for (int step = 0; step < actions.length; step++) {
            double brought = advantages[step] + values[step];
            batch.add(samples, step, new StepBatch.Worth(actions[step], advantages[step], brought));
        }
    }

    /** How many episodes ended in it. */
    public int episodes() {
        return episodes;
    }

    /** The sum of what they brought. */
    public double ended() {
        return ended;
    }
}
