package io.berth.learn.agent;

import io.berth.core.time.Chance;
import io.berth.learn.agent.experience.Trajectory;
import io.berth.learn.environment.Environment;
import io.berth.learn.environment.Mdp;
import io.berth.learn.gradient.GradientWorkers;
import io.berth.learn.network.ActorCritic;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Those who play the episodes of an update side by side, one for each thread; which of them plays an episode changes nothing. */
final class Explorers {
    private final Learner learner;
    private final GradientWorkers workers;
    private final long seed;
    private final List<Player> players = new ArrayList<>();
    private Opening opening = Opening.BY_SEED;

    /** They play for {@code learner} by evaluations of their own. */
    Explorers(
            Learner learner,
            Supplier<? extends Environment> environments,
            Supplier<? extends ActorCritic.Evaluation> evaluations,
            GradientWorkers workers,
            long seed) {
        this.learner = learner;
        this.workers = workers;
        this.seed = seed;
        for (int i = 0; i < workers.threads(); i++) {
            players.add(new Player(environments.get(), evaluations.get()));
        }
    }

    /** What is played. */
    Mdp mdp() {
        return players.getFirst().environment().mdp();
    }

    /** Begins episodes by {@code other} from now on. */
    void opening(Opening other) {
        opening = other;
    }

    /**
     * Plays the next {@code episodes}, each {@code plays} times, in their order.
     *
     * @throws Divergence where the rewards of an episode are no number
     */
    List<Trajectory> play(int episodes, int plays) {
        int count = episodes * plays;
        List<Trajectory> played = workers.map(count, (worker, play) -> {
            long number = learner.updates() * count + play;
            Player player = players.get(worker);
            long episodeSeed = new Chance(seed, "training episode", number / plays).bits();
            opening.begin(player.environment(), episodeSeed, play / plays, episodes);
            return player.explore(new Chance(seed, "exploration", number));
        });
        for (Trajectory trajectory : played) {
            if (!Double.isFinite(trajectory.total())) {
                String what = "the rewards of an episode come to " + trajectory.total();
                throw new Divergence(learner.name(), learner.updates(), what);
            }
        }
        return played;
    }

    /** The mean sum of the rewards of what was {@code played}. */
    static double reward(List<Trajectory> played) {
        return played.stream().mapToDouble(Trajectory::total).average().orElse(0);
    }
}
