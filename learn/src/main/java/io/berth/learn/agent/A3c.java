package io.berth.learn.agent;

import io.berth.learn.agent.experience.NStepOptions;
import io.berth.learn.agent.experience.Range;
import io.berth.learn.agent.experience.RewardScale;
import io.berth.learn.agent.experience.Seat;
import io.berth.learn.agent.experience.Segment;
import io.berth.learn.agent.experience.StepBatch;
import io.berth.learn.checkpoint.CheckpointReader;
import io.berth.learn.checkpoint.CheckpointWriter;
import io.berth.learn.environment.Environment;
import io.berth.learn.environment.Figures;
import io.berth.learn.environment.Mdp;
import io.berth.learn.gradient.GradientSum;
import io.berth.learn.gradient.GradientWorkers;
import io.berth.learn.network.ActorCritic;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Advantage actor-critic, asynchronous.
 *
 * <p>Goals: to use every processor without waiting for the slowest. Algorithm: each worker copies the shared parameters, plays its
 * environment a few steps by its copy, computes gradients by it, and moves the shared parameters, which others may have moved meanwhile.
 * Advantages are those of {@link A2c}. The optimiser's memory is shared too.
 *
 * <p>Copying and moving are done under a lock; the paper's program has none, which here would make a half-written copy possible. With
 * one worker and a seed the same bytes are learnt each time. With several it depends on who is faster, and a checkpoint goes on to
 * another result than the run it was taken from would have had: take {@link A2c} where results must be reproduced.
 *
 * <p>Defaults: {@link NStepOptions#PUBLISHED}.
 *
 * <p>Source: Mnih et al., Asynchronous methods for deep reinforcement learning, ICML 2016, §4, algorithm S3; §5.1 for the shared
 * RMSProp.
 */
public final class A3c extends ActorCriticLearner {
    private final NStepOptions options;
    private final GradientWorkers workers;
    private final PolicyGradient gradients;
    private final List<Worker> players = new ArrayList<>();
    private final Object shared = new Object();
    private boolean stopped;
    private boolean actorMoves = true;
    private Told told = new Told();

    /** What the workers tell of an update. */
    private static final class Told {
        private double policyLoss;
        private double valueLoss;
        private double entropy;
        private double ended;
        private int episodes;
    }

    /** Learns with {@code workers}, of which each plays an environment of its own. */
    public A3c(
            Supplier<? extends Environment> environments,
            ActorCritic networks,
            NStepOptions options,
            GradientWorkers workers,
            long seed) {
        super("a3c", networks, seed, options.optimiser(), options.longest());
        this.options = options;
        this.workers = workers;
        this.scale = options.scale();
        this.gradients = new PolicyGradient(networks, options.entropy(), workers);
        for (int i = 0; i < workers.threads(); i++) {
            players.add(new Worker(new Seat(environments.get(), seed, i, workers.threads())));
        }
    }

    /**
     * Has the workers play and learn from {@link NStepOptions#segments} segments; tells {@code policy_loss}, {@code entropy} and
     * {@code value_loss}, means over the segments.
     */
    @Override
    public Figures update() {
        work(true);
        updated();
        int count = options.segments();
        Figures figures = Figures.of("steps", (double) count * options.steps())
                .and("policy_loss", told.policyLoss / count)
                .and("value_loss", told.valueLoss / count)
                .and("entropy", told.entropy / count);
        return told.episodes == 0 ? figures : figures.and("reward", told.ended / told.episodes);
    }

    /** Plays on and fits the critic alone. */
    @Override
    public void prepare(int times) {
        for (int left = options.updatesOfLooks(times); left > 0; left--) {
            work(false);
        }
    }

    private void work(boolean acting) {
        if (scale == 0) {
            scale = RewardScale.measured(players.getFirst().seat.environment(), seed);
        }
        actorMoves = acting;
        stopped = false;
        told = new Told();
        workers.map(players.size(), (worker, place) -> {
            players.get(place).work(place);
            return place;
        });
    }

    /** One of those who learn side by side. */
    private final class Worker {
        private final Seat seat;
        private final Segment segment;
        private final float[] actorCopy = actor.values().clone();
        private final float[] criticCopy = critic.values().clone();
        private final ActorCritic.Evaluation evaluation =
                new WatchedEvaluation(networks.evaluation(actorCopy, criticCopy), name(), A3c.this::updates);

        private Worker(Seat seat) {
            this.seat = seat;
            this.segment = new Segment(seat.environment().mdp(), options);
        }

        private void work(int place) {
            for (int i = place; i < options.segments() && copy(); i += players.size()) {
                Mdp mdp = seat.environment().mdp();
                try {
                    segment.play(seat, evaluation, scale);
                    StepBatch batch = new StepBatch(networks, mdp);
                    segment.into(batch);
                    if (options.normalised()) {
                        batch.normalise();
                    }
                    GradientSum policy = gradients.policyHere(actorCopy, batch);
                    move(policy, gradients.valuesHere(criticCopy, batch), batch.count());
                } catch (RuntimeException e) {
                    stop();
                    throw e;
                }
            }
        }

        /** Copies what is shared; false where another worker failed. */
        private boolean copy() {
            synchronized (shared) {
                System.arraycopy(actor.values(), 0, actorCopy, 0, actorCopy.length);
                System.arraycopy(critic.values(), 0, criticCopy, 0, criticCopy.length);
                return !stopped;
            }
        }

        private void stop() {
            synchronized (shared) {
                stopped = true;
            }
        }

        private void move(GradientSum policy, GradientSum values, int steps) {
            double left = Range.left(updates(), options.updates());
            synchronized (shared) {
                if (stopped) {
                    return;
                }
                if (actorMoves) {
                    told.policyLoss += actor.step(policy, steps, options.rate() * left, updates());
                }
                told.valueLoss += critic.step(values, steps, options.valueRate() * left, updates());
                told.entropy += policy.figures()[1] / steps;
                told.ended += segment.ended();
                told.episodes += segment.episodes();
            }
        }
    }

    @Override
    public void write(CheckpointWriter to) {
        super.write(to);
        to.add((long) players.size());
        players.forEach(player -> player.seat.write(to));
    }

    @Override
    public void read(CheckpointReader from) {
        super.read(from);
        from.expect(players.size(), "the number of workers");
        players.forEach(player -> player.seat.read(from));
    }
}
