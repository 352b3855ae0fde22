package io.berth.learn.agent;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import io.berth.core.time.Chance;
import io.berth.learn.agent.experience.DqnOptions;
import io.berth.learn.agent.experience.RewardScale;
import io.berth.learn.agent.experience.Seat;
import io.berth.learn.agent.experience.Softmax;
import io.berth.learn.agent.replay.After;
import io.berth.learn.agent.replay.Draw;
import io.berth.learn.agent.replay.ReplayMemory;
import io.berth.learn.checkpoint.CheckpointReader;
import io.berth.learn.checkpoint.CheckpointWriter;
import io.berth.learn.environment.Environment;
import io.berth.learn.environment.Figures;
import io.berth.learn.gradient.Adam;
import io.berth.learn.gradient.GradientSum;
import io.berth.learn.gradient.GradientWorkers;
import io.berth.learn.gradient.Graph;
import io.berth.learn.gradient.Loss;
import io.berth.learn.network.ActorCritic;
import java.util.function.Supplier;

/**
 * Deep Q-learning.
 *
 * <p>Goals: to use each step that was played many times over. Algorithm: play with the best action so far, or at times any; remember
 * the steps; draw some again and again, and bring what was expected of their actions nearer to the reward plus what older parameters
 * expect of the next state. Errors above 1 count in a line, not squared. Actions that are not allowed are neither taken nor expected.
 *
 * <p>Each improvement can be switched by itself: double, dueling ({@link ActionValues}), prioritised replay and returns of several
 * steps ({@link ReplayMemory}). One environment is played by the thread that asks; the number of workers changes nothing.
 *
 * <p>Defaults: {@link DqnOptions#PUBLISHED}.
 *
 * <p>Source: Mnih et al., Human-level control through deep reinforcement learning, Nature 2015, algorithm 1; van Hasselt et al., Deep
 * reinforcement learning with double Q-learning, AAAI 2016, equation 4; Wang et al., ICML 2016; Schaul et al., ICLR 2016.
 */
public final class Dqn implements Learner {
    /** Where the inputs of the loss are, after those of the two states. */
    private static final int ACTIONS = 0;

    private static final int REWARDS = 1;
    private static final int DISCOUNTS = 2;
    private static final int WEIGHTS = 3;
    private static final int TARGET = 4;

    private final ActorCritic networks;
    private final DqnOptions options;
    private final GradientWorkers workers;
    private final long seed;
    private final ActionValues values;
    private final LearntParameters learnt;
    private final float[] actor;
    private final float[] critic;
    private final float[] target;
    private final ActorCritic.Evaluation playing;
    private final Seat seat;
    private final ReplayMemory memory;
    private long updates;
    private long steps;
    private long learnings;
    private double scale;

    /** Learns with one environment. */
    public Dqn(
            Supplier<? extends Environment> environments,
            ActorCritic networks,
            DqnOptions options,
            GradientWorkers workers,
            long seed) {
        this.networks = networks;
        this.options = options;
        this.workers = workers;
        this.seed = seed;
        this.scale = options.scale();
        this.values = new ActionValues(networks, options.dueling());
        float[] first = values.first(seed);
        this.learnt = new LearntParameters(name(), "network", first, new Adam(first.length), options.longest());
        this.target = first.clone();
        this.actor = new float[networks.actorParameters()];
        this.critic = new float[networks.criticParameters()];
        values.share(first, actor, critic);
        this.playing = new WatchedEvaluation(evaluation(), name(), this::updates);
        this.seat = new Seat(environments.get(), seed, 0, 1);
        this.memory = new ReplayMemory(seat.environment().mdp(), options.replay(), options.discount());
    }

    @Override
    public String name() {
        return "dqn";
    }

    /**
     * Plays {@link DqnOptions#round} steps and learns as it goes; tells {@code loss}, its mean, {@code exploration}, the share of random
     * actions, and {@code memory_bytes}.
     */
    @Override
    public Figures update() {
        if (scale == 0) {
            scale = RewardScale.measured(seat.environment(), seed);
        }
        double ended = 0;
        int episodes = 0;
        double loss = 0;
        long before = learnings;
        for (int i = 0; i < options.round(); i++) {
            play();
            if (seat.over()) {
                ended += seat.total();
                episodes++;
            }
            if (memory.ready() > 0 && steps >= options.warmUp() && steps % options.learnEvery() == 0) {
                loss += learn();
            }
        }
        updates++;
        Figures figures = Figures.of("steps", options.round())
                .and("loss", learnings == before ? 0 : loss / (learnings - before))
                .and("exploration", options.exploration().at(steps))
                .and("memory_bytes", (double) memory.bytes());
        return episodes == 0 ? figures : figures.and("reward", ended / episodes);
    }

    private void play() {
        seat.look();
        int action;
        if (seat.chance(0) < options.exploration().at(steps)) {
            action = RewardScale.any(seat.mask(), seat.chance(1));
        } else {
            playing.scores(seat.observation(), seat.mask(), seat.scores());
            action = Softmax.best(seat.scores());
        }
        memory.add(seat.observation(), seat.mask(), action);
        double reward = seat.step(action) / scale;
        if (!Double.isFinite(reward)) {
            throw new Divergence(name(), updates, "a reward is " + reward);
        }
        memory.outcome(reward, !seat.over() ? After.GOES_ON : seat.truncated() ? After.CUT_OFF : After.ENDED);
        steps++;
    }

    private double learn() {
        Draw draw = memory.draw(options.batch(), new Chance(seed, "replay", learnings));
        GradientSum sum = workers.differentiate(learnt.values(), loss(), manager -> inputs(manager, draw));
        double loss = learnt.step(sum, options.batch(), options.rate(), updates);
        double[] errors = new double[options.batch()];
        System.arraycopy(sum.figures(), 1, errors, 0, errors.length);
        memory.surprised(draw, errors);
        values.share(learnt.values(), actor, critic);
        learnings++;
        if (learnings % options.targetEvery() == 0) {
            System.arraycopy(learnt.values(), 0, target, 0, target.length);
        }
        return loss;
    }

    private NDList inputs(NDManager manager, Draw draw) {
        int count = draw.actions().length;
        NDList inputs = networks.prepare(manager, draw.now(), 0, count);
        inputs.addAll(networks.prepare(manager, draw.later(), 0, count));
        inputs.add(manager.create(draw.actions(), new Shape(count, 1)));
        inputs.add(manager.create(draw.rewards()));
        inputs.add(manager.create(draw.discounts()));
        inputs.add(manager.create(draw.weights()));
        inputs.add(manager.create(target));
        return inputs;
    }

    /** Figures: the loss, then the error of each step. */
    private Loss loss() {
        return (parameters, inputs) -> {
            int each = networks.prepared();
            NDList now = new NDList(inputs.subList(0, each));
            NDList later = new NDList(inputs.subList(each, 2 * each));
            NDList own = new NDList(inputs.subList(2 * each, inputs.size()));
            NDArray rewards = own.get(REWARDS);
            NDArray expected = values.of(parameters, now).gather(own.get(ACTIONS), 1);
            NDArray rest = best(parameters.stopGradient(), own.get(TARGET), later);
            NDArray aim = rewards.add(own.get(DISCOUNTS).mul(rest.reshape(rewards.getShape())));
            NDArray error = expected.reshape(rewards.getShape()).sub(aim).abs();
            NDArray small = error.clip(0, 1);
            NDArray loss = small.mul(error.sub(Graph.times(small, 0.5f))).mul(own.get(WEIGHTS));
            return new NDList(loss.sum(), error);
        };
    }

    private NDArray best(NDArray parameters, NDArray older, NDList later) {
        NDArray valued = values.of(older, later);
        if (!options.doubled()) {
            return valued.max(new int[] {1});
        }
        return valued.gather(values.of(parameters, later).argMax(1).expandDims(1), 1);
    }

    @Override
    public long updates() {
        return updates;
    }

    @Override
    public ActorCritic.Evaluation evaluation() {
        return networks.evaluation(actor, critic);
    }

    @Override
    public void startFrom(float[] policy) {
        learnt.startFrom(policy, actor.length);
        System.arraycopy(learnt.values(), 0, target, 0, target.length);
        values.share(target, actor, critic);
    }

    @Override
    public float[] policy() {
        return actor;
    }

    @Override
    public void write(CheckpointWriter to) {
        to.add(seed);
        to.add(updates);
        to.add(steps);
        to.add(learnings);
        to.add(scale);
        learnt.write(to);
        to.add(target);
        seat.write(to);
        memory.write(to);
    }

    @Override
    public void read(CheckpointReader from) {
        from.expect(seed, "the seed");
        updates = from.longInteger();
        steps = from.longInteger();
        learnings = from.longInteger();
        scale = from.number();
        learnt.read(from);
        from.into(target, "the older network");
        values.share(learnt.values(), actor, critic);
        seat.read(from);
        memory.read(from);
    }
}
