package io.berth.learn.agent;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import io.berth.core.time.Chance;
import io.berth.learn.agent.experience.PpoOptions;
import io.berth.learn.agent.experience.Range;
import io.berth.learn.agent.experience.Rollout;
import io.berth.learn.agent.experience.Trajectory;
import io.berth.learn.checkpoint.CheckpointReader;
import io.berth.learn.checkpoint.CheckpointWriter;
import io.berth.learn.environment.Environment;
import io.berth.learn.environment.Figures;
import io.berth.learn.gradient.GradientSum;
import io.berth.learn.gradient.GradientWorkers;
import io.berth.learn.gradient.Graph;
import io.berth.learn.gradient.Loss;
import io.berth.learn.gradient.OptimiserKind;
import io.berth.learn.network.ActorCritic;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Proximal policy optimisation.
 *
 * <p>Goals: a policy that brings more, in steps small enough to be trusted. Algorithm: play episodes; estimate how much better each
 * action was than expected (generalised advantage); raise the chances of those that were, as long as no chance changed by more than a
 * share of itself; fit the critic to what came.
 *
 * <p>Source: Schulman et al., Proximal policy optimization algorithms, 2017, §3-5; Schulman et al., High-dimensional continuous control
 * using generalized advantage estimation, ICLR 2016, §3; the end of the passes by divergence from OpenAI's Spinning Up.
 */
public final class Ppo extends ActorCriticLearner {
    /** Samples of a chunk, at most: few enough for the caches (measured: docs/experiments/012-training-speed.md). */
    private static final int CHUNK = 128;

    private static final double DIVERGENCE_SLACK = 1.5;
    private static final double TINY = 1e-8;

    private final PpoOptions options;
    private final GradientWorkers workers;
    private final int chunkSamples;
    private final Explorers explorers;
    private @Nullable Prepared prepared;

    /**
     * What was played for the next update already.
     *
     * @param critic by which it was played: as it was before it was fitted to it
     */
    private record Prepared(Played played, float[] critic) {}

    /** Episodes and the mean reward of them, as they came. */
    private record Played(List<Trajectory> trajectories, double reward) {}

    /** Learns with {@code workers}, of which each plays an environment of its own. */
    public Ppo(
            Supplier<? extends Environment> environments,
            ActorCritic networks,
            PpoOptions options,
            GradientWorkers workers,
            long seed) {
        super("ppo", networks, seed, OptimiserKind.ADAM, 0);
        this.options = options;
        this.workers = workers;
        // Two threads at least have some of each step.
        this.chunkSamples = options.batch() == 0 ? CHUNK : Math.clamp(options.batch() / 2, 1, CHUNK);
        this.explorers = new Explorers(this, environments, this::watched, workers, seed);
    }

    /** Begins episodes by {@code other} from now on. */
    public Ppo opening(Opening other) {
        explorers.opening(other);
        return this;
    }

    /** Goes on from {@code policy}; what was prepared by another is forgotten. */
    @Override
    public void startFrom(float[] policy) {
        super.startFrom(policy);
        prepared = null;
    }

    /**
     * Plays the episodes of the next update and fits the critic to them, {@code times} over, before the update learns from them: the first
     * steps of an actor that plays well already are not blind then, and no further episodes are needed.
     */
    @Override
    public void prepare(int times) {
        float[] before = critic.values().clone();
        Played played = played();
        scale = deviation(played.trajectories());
        for (int time = 0; time < times; time++) {
            fit(new Rollout(networks, played.trajectories(), options, scale, new Chance(seed, "look order", time)));
        }
        prepared = new Prepared(played, before);
    }

    /**
     * Plays episodes and learns from them; tells {@code divergence}, how far the actor's chances went from the old ones, {@code passes},
     * how many it took, and {@code value_loss}.
     */
    @Override
    public Figures update() {
        Played played = prepared == null ? played() : prepared.played();
        prepared = null;
        if (scale == 0) {
            scale = deviation(played.trajectories());
        }
        Rollout rollout = new Rollout(
                networks, played.trajectories(), options, scale, new Chance(seed, "batch order", updates()));
        Improvement policy = improve(rollout);
        double valueLoss = fit(rollout);
        updated();
        return Figures.of("steps", rollout.count())
                .and("reward", played.reward())
                .and("divergence", policy.divergence())
                .and("passes", policy.passes())
                .and("value_loss", valueLoss);
    }

    /** How far the actor's chances went from the old ones, and in how many passes. */
    private record Improvement(double divergence, int passes) {}

    private Improvement improve(Rollout rollout) {
        try (GradientWorkers.Batch batch = workers.batch(
                chunks(rollout),
                actor.values().length,
                (manager, chunk) -> rollout.policy(manager, chunk * chunkSamples, end(rollout, chunk)))) {
            double divergence = 0;
            for (int pass = 0; pass < options.passes(); pass++) {
                divergence = improve(rollout, batch);
                if (divergence > DIVERGENCE_SLACK * options.divergence()) {
                    return new Improvement(divergence, pass);
                }
            }
            return new Improvement(divergence, options.passes());
        }
    }

    /** One pass of the actor; it ends where the chances have gone too far, and returns how far they went. */
    private double improve(Rollout rollout, GradientWorkers.Batch batch) {
        int chunks = chunks(rollout);
        double divergence = 0;
        for (int first = 0; first < chunks; first += stepChunks(chunks)) {
            int end = Math.min(first + stepChunks(chunks), chunks);
            int steps = end(rollout, end - 1) - first * chunkSamples;
            GradientSum sum = batch.sum(actor.values(), policyLoss(), first, end);
            divergence = sum.figures()[1] / steps;
            if (divergence > DIVERGENCE_SLACK * options.divergence()) {
                return divergence;
            }
            actor.step(sum, steps, options.rate() * left(), updates());
        }
        return divergence;
    }

    private double fit(Rollout rollout) {
        double loss = 0;
        try (GradientWorkers.Batch batch = workers.batch(
                chunks(rollout),
                critic.values().length,
                (manager, chunk) -> rollout.values(manager, chunk * chunkSamples, end(rollout, chunk)))) {
            for (int pass = 0; pass < options.valuePasses(); pass++) {
                loss = fit(rollout, batch);
            }
        }
        return loss;
    }

    private double fit(Rollout rollout, GradientWorkers.Batch batch) {
        int chunks = chunks(rollout);
        double loss = 0;
        for (int first = 0; first < chunks; first += stepChunks(chunks)) {
            int end = Math.min(first + stepChunks(chunks), chunks);
            int steps = end(rollout, end - 1) - first * chunkSamples;
            GradientSum sum = batch.sum(critic.values(), valueLoss(), first, end);
            loss = critic.step(sum, steps, options.valueRate() * left(), updates());
        }
        return loss;
    }

    private int chunks(Rollout rollout) {
        return (rollout.count() + chunkSamples - 1) / chunkSamples;
    }

    private int end(Rollout rollout, int chunk) {
        return Math.min((chunk + 1) * chunkSamples, rollout.count());
    }

    private int stepChunks(int chunks) {
        return options.batch() == 0 ? chunks : Math.max(1, options.batch() / chunkSamples);
    }

    private double left() {
        return Range.left(updates(), options.updates());
    }

    private static double deviation(List<Trajectory> played) {
        double mean = played.stream().mapToDouble(Trajectory::total).average().orElse(0);
        double squares = played.stream()
                .mapToDouble(trajectory -> (trajectory.total() - mean) * (trajectory.total() - mean))
                .average()
                .orElse(0);
        return Math.max(StrictMath.sqrt(squares), TINY);
    }

    /** Takes from each play what the plays of its episode brought on average: how hard an episode is says nothing of the actions. */
    private void compare(List<Trajectory> played) {
        if (options.plays() == 1) {
            return;
        }
        for (int first = 0; first < played.size(); first += options.plays()) {
            List<Trajectory> same = played.subList(first, first + options.plays());
            double mean = same.stream().mapToDouble(Trajectory::total).average().orElse(0);
            same.forEach(trajectory -> trajectory.addToLast(-mean));
        }
    }

    private Played played() {
        List<Trajectory> played = explorers.play(options.episodes(), options.plays());
        double reward = Explorers.reward(played);
        compare(played);
        return new Played(played, reward);
    }

    private Loss policyLoss() {
        return (parameters, inputs) -> {
            int own = networks.prepared();
            NDArray all = networks.scores(parameters, inputs).logSoftmax(1);
            NDArray chances =
                    all.gather(inputs.get(own), 1).reshape(inputs.get(own + 1).getShape());
            NDArray change = chances.sub(inputs.get(own + 1));
            NDArray ratio = change.exp();
            NDArray advantage = inputs.get(own + 2);
            NDArray clipped = ratio.clip(1 - options.clip(), 1 + options.clip());
            NDArray gain = ratio.mul(advantage).minimum(clipped.mul(advantage)).sum();
            NDArray loss = gain.neg();
            if (options.entropy() > 0) {
                NDArray entropy = all.exp().mul(all).sum().neg();
                loss = loss.sub(Graph.times(entropy, (float) options.entropy()));
            }
            return new NDList(loss, change.neg().sum());
        };
    }

    private Loss valueLoss() {
        return (parameters, inputs) -> {
            NDArray error = networks.values(parameters, inputs).sub(inputs.get(networks.prepared()));
            return new NDList(error.square().sum());
        };
    }

    /** What was prepared is written as the critic that it was played by: it is played again when read. */
    @Override
    public void write(CheckpointWriter to) {
        super.write(to);
        to.add(prepared == null ? new float[0] : prepared.critic());
    }

    @Override
    public void read(CheckpointReader from) {
        super.read(from);
        float[] before = from.floats();
        prepared = null;
        if (before.length == 0) {
            return;
        }
        float[] now = critic.values().clone();
        critic.startFrom(before, now.length);
        prepared = new Prepared(played(), before);
        critic.startFrom(now, now.length);
    }
}
