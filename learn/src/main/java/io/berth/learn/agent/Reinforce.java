package io.berth.learn.agent;

import io.berth.learn.agent.experience.Range;
import io.berth.learn.agent.experience.ReinforceOptions;
import io.berth.learn.agent.experience.RewardScale;
import io.berth.learn.agent.experience.StepBatch;
import io.berth.learn.agent.experience.Trajectory;
import io.berth.learn.environment.Environment;
import io.berth.learn.environment.Figures;
import io.berth.learn.gradient.GradientSum;
import io.berth.learn.gradient.GradientWorkers;
import io.berth.learn.network.ActorCritic;
import java.util.List;
import java.util.function.Supplier;

/**
 * REINFORCE with a baseline.
 *
 * <p>Goals: a policy that brings more, with as little machinery as can be. Algorithm: play whole episodes; for each step, what came
 * from it on, less a baseline that says what was to be expected; one step of the actor that makes actions more likely by as much. The
 * baseline changes no gradient's mean, only how much it varies. Each update plays episodes of its own, so that no sample is used twice.
 *
 * <p>Defaults: {@link ReinforceOptions#DEEPRM}. The mean over steps is taken of all plays, as in DeepRM's program; a play that has
 * ended brings 0 from there on.
 *
 * <p>Source: Williams, Simple statistical gradient-following algorithms for connectionist reinforcement learning, Machine Learning
 * 1992, §4; Mao et al., Resource management with deep reinforcement learning, HotNets 2016, §3.3, algorithm 1, for the baseline by
 * time.
 */
public final class Reinforce extends ActorCriticLearner {
    private final ReinforceOptions options;
    private final PolicyGradient gradients;
    private final Explorers explorers;

    /** Learns with {@code workers}, of which each plays an environment of its own. */
    public Reinforce(
            Supplier<? extends Environment> environments,
            ActorCritic networks,
            ReinforceOptions options,
            GradientWorkers workers,
            long seed) {
        super("reinforce", networks, seed, options.optimiser(), options.longest());
        this.options = options;
        this.scale = options.scale();
        this.gradients = new PolicyGradient(networks, options.entropy(), workers);
        this.explorers = new Explorers(this, environments, this::playing, workers, seed);
    }

    /** Begins episodes by {@code other} from now on. */
    public Reinforce opening(Opening other) {
        explorers.opening(other);
        return this;
    }

    private ActorCritic.Evaluation playing() {
        return options.baseline() == ReinforceOptions.Baseline.CRITIC ? watched() : new Incurious(watched());
    }

    /** Expects nothing: where no critic is learnt, asking it would only cost time. */
    private record Incurious(ActorCritic.Evaluation scorer) implements ActorCritic.Evaluation {
        @Override
        public void scores(float[] observation, boolean[] mask, float[] into) {
            scorer.scores(observation, mask, into);
        }

        @Override
        public float value(float[] observation, boolean[] mask) {
            return 0;
        }
    }

    /** Plays the episodes of an update and takes a step; tells {@code policy_loss}, {@code entropy} and {@code value_loss}. */
    @Override
    public Figures update() {
        List<Trajectory> played = explorers.play(options.episodes(), options.plays());
        if (scale == 0) {
            scale = RewardScale.of(played.stream().map(Trajectory::total).toList());
        }
        StepBatch batch = batch(played);
        double left = Range.left(updates(), options.updates());
        GradientSum sum = gradients.policy(actor.values(), batch);
        double loss = actor.step(sum, batch.count(), options.rate() * left, updates());
        Figures figures = Figures.of("steps", batch.count())
                .and("reward", Explorers.reward(played))
                .and("policy_loss", loss)
                .and("entropy", sum.figures()[1] / batch.count());
        if (options.baseline() == ReinforceOptions.Baseline.CRITIC) {
            figures = figures.and("value_loss", fit(batch, options.valueRate() * left));
        }
        updated();
        return figures;
    }

    private double fit(StepBatch batch, double rate) {
        double loss = 0;
        try (GradientWorkers.Batch chunks = gradients.values(critic.values(), batch)) {
            for (int pass = 0; pass < options.valuePasses(); pass++) {
                GradientSum sum = chunks.sum(critic.values(), gradients.valueLoss());
                loss = critic.step(sum, batch.count(), rate, updates());
            }
        }
        return loss;
    }

    private StepBatch batch(List<Trajectory> played) {
        StepBatch batch = new StepBatch(networks, explorers.mdp());
        for (int first = 0; first < played.size(); first += options.plays()) {
            List<Trajectory> same = played.subList(first, first + options.plays());
            List<double[]> returns = same.stream().map(this::returns).toList();
            double[] mean = timeMean(returns);
            for (int play = 0; play < same.size(); play++) {
                add(batch, same.get(play), returns.get(play), mean);
            }
        }
        if (options.normalised()) {
            batch.normalise();
        }
        return batch;
    }

    private void add(StepBatch batch, Trajectory play, double[] returns, double[] mean) {
        for (int step = 0; step < play.length(); step++) {
            double expected = switch (options.baseline()) {
                case NONE -> 0;
                case CRITIC -> play.value(step);
                case TIME_MEAN -> mean[step];
            };
            StepBatch.Worth worth = new StepBatch.Worth(play.action(step), returns[step] - expected, returns[step]);
            batch.add(play.samples(), step, worth);
        }
    }

    /** What came of each step on. */
    private double[] returns(Trajectory play) {
        double[] returns = new double[play.length()];
        double later = play.value(play.length());
        for (int step = play.length() - 1; step >= 0; step--) {
            later = play.reward(step) / scale + options.discount() * later;
            returns[step] = later;
        }
        return returns;
    }

    private static double[] timeMean(List<double[]> returns) {
        int longest = returns.stream().mapToInt(play -> play.length).max().orElse(0);
        double[] mean = new double[longest];
        for (double[] play : returns) {
            for (int step = 0; step < play.length; step++) {
                mean[step] += play[step] / returns.size();
            }
        }
        return mean;
    }
}
