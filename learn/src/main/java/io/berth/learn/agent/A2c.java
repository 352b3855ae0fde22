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
 * Advantage actor-critic, synchronous.
 *
 * <p>Goals: to learn before an episode ends, from steps that are as unlike each other as can be. Algorithm: several environments are
 * played a few steps each, side by side; what a step brought within them and what the critic expects of the state after them, less what
 * it expected before, is the advantage; one step of actor and critic with all of them; on from where the environments stand.
 *
 * <p>The number of threads changes no bit of what is learnt.
 *
 * <p>Defaults: {@link NStepOptions#PUBLISHED}.
 *
 * <p>Source: Mnih et al., Asynchronous methods for deep reinforcement learning, ICML 2016, §4; OpenAI Baselines, A2C, for waiting for
 * all environments before each step.
 */
public final class A2c extends ActorCriticLearner {
    private final NStepOptions options;
    private final GradientWorkers workers;
    private final Mdp mdp;
    private final PolicyGradient gradients;
    private final List<Seat> seats = new ArrayList<>();
    private final List<Segment> segments = new ArrayList<>();
    private final List<ActorCritic.Evaluation> evaluations = new ArrayList<>();

    /** Learns with {@code workers}, who share out {@link NStepOptions#segments} environments. */
    public A2c(
            Supplier<? extends Environment> environments,
            ActorCritic networks,
            NStepOptions options,
            GradientWorkers workers,
            long seed) {
        super("a2c", networks, seed, options.optimiser(), options.longest());
        this.options = options;
        this.workers = workers;
        this.scale = options.scale();
        this.gradients = new PolicyGradient(networks, options.entropy(), workers);
        for (int i = 0; i < options.segments(); i++) {
            seats.add(new Seat(environments.get(), seed, i, options.segments()));
        }
        this.mdp = seats.getFirst().environment().mdp();
        for (int i = 0; i < options.segments(); i++) {
            segments.add(new Segment(mdp, options));
        }
        for (int i = 0; i < workers.threads(); i++) {
            evaluations.add(watched());
        }
    }

    /** Plays on and fits the critic alone. */
    @Override
    public void prepare(int times) {
        measureScale();
        for (int left = options.updatesOfLooks(times); left > 0; left--) {
            fit(play(), options.valueRate());
        }
    }

    private void measureScale() {
        if (scale == 0) {
            scale = RewardScale.measured(seats.getFirst().environment(), seed);
        }
    }

    /** Plays each environment on and takes a step; tells {@code policy_loss}, {@code entropy} and {@code value_loss}. */
    @Override
    public Figures update() {
        measureScale();
        StepBatch batch = play();
        double left = Range.left(updates(), options.updates());
        GradientSum sum = gradients.policy(actor.values(), batch);
        double loss = actor.step(sum, batch.count(), options.rate() * left, updates());
        double valueLoss = fit(batch, options.valueRate() * left);
        updated();
        Figures figures = Figures.of("steps", batch.count())
                .and("policy_loss", loss)
                .and("entropy", sum.figures()[1] / batch.count())
                .and("value_loss", valueLoss);
        int episodes = segments.stream().mapToInt(Segment::episodes).sum();
        double ended = segments.stream().mapToDouble(Segment::ended).sum();
        return episodes == 0 ? figures : figures.and("reward", ended / episodes);
    }

    private StepBatch play() {
        workers.map(seats.size(), (worker, place) -> {
            segments.get(place).play(seats.get(place), evaluations.get(worker), scale);
            return place;
        });
        StepBatch batch = new StepBatch(networks, mdp);
        segments.forEach(segment -> segment.into(batch));
        if (options.normalised()) {
            batch.normalise();
        }
        return batch;
    }

    private double fit(StepBatch batch, double rate) {
        try (GradientWorkers.Batch chunks = gradients.values(critic.values(), batch)) {
            GradientSum sum = chunks.sum(critic.values(), gradients.valueLoss());
            return critic.step(sum, batch.count(), rate, updates());
        }
    }

    @Override
    public void write(CheckpointWriter to) {
        super.write(to);
        to.add((long) seats.size());
        seats.forEach(seat -> seat.write(to));
    }

    @Override
    public void read(CheckpointReader from) {
        super.read(from);
        from.expect(seats.size(), "the number of environments");
        seats.forEach(seat -> seat.read(from));
    }
}
