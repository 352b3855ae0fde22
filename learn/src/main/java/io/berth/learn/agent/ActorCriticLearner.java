package io.berth.learn.agent;

import io.berth.learn.checkpoint.CheckpointReader;
import io.berth.learn.checkpoint.CheckpointWriter;
import io.berth.learn.gradient.OptimiserKind;
import io.berth.learn.network.ActorCritic;

/** What agents share that learn an actor and a critic: both, with what moves them, how often they learnt, and the unit of rewards. */
abstract sealed class ActorCriticLearner implements Learner permits A2c, A3c, Ppo, Reinforce {
    final ActorCritic networks;
    final long seed;
    final LearntParameters actor;
    final LearntParameters critic;

    /** What rewards are divided by; 0 until that is measured. */
    double scale;

    private final String name;
    private long updates;

    /**
     * Begins with random networks of {@code seed}.
     *
     * @param longest a gradient may be, each network's; 0 for any length
     */
    ActorCriticLearner(String name, ActorCritic networks, long seed, OptimiserKind optimiser, double longest) {
        this.name = name;
        this.networks = networks;
        this.seed = seed;
        float[] first = networks.newActor(seed);
        float[] values = networks.newCritic(seed);
        this.actor = new LearntParameters(name, "actor", first, optimiser.of(first.length), longest);
        this.critic = new LearntParameters(name, "critic", values, optimiser.of(values.length), longest);
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final long updates() {
        return updates;
    }

    /** Counts an update that is done. */
    final void updated() {
        updates++;
    }

    @Override
    public final ActorCritic.Evaluation evaluation() {
        return networks.evaluation(actor.values(), critic.values());
    }

    /** The same to learn by: what is no number is noticed. */
    final ActorCritic.Evaluation watched() {
        return new WatchedEvaluation(evaluation(), name, this::updates);
    }

    @Override
    public void startFrom(float[] policy) {
        actor.startFrom(policy, actor.values().length);
    }

    @Override
    public final float[] policy() {
        return actor.values();
    }

    @Override
    public void write(CheckpointWriter to) {
        to.add(seed);
        to.add(updates);
        to.add(scale);
        actor.write(to);
        critic.write(to);
    }

    @Override
    public void read(CheckpointReader from) {
        from.expect(seed, "the seed");
        updates = from.longInteger();
        scale = from.number();
        actor.read(from);
        critic.read(from);
    }
}
