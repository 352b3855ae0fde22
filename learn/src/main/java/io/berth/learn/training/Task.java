package io.berth.learn.training;

import io.berth.learn.agent.Opening;
import io.berth.learn.environment.Environment;
import io.berth.learn.environment.Mdp;
import io.berth.learn.network.ActorCritic;
import java.util.List;
import java.util.SortedMap;

/** What is learnt, and how it is tested on what no learner has seen. */
public interface Task {
    /** The decision process. */
    default Mdp mdp() {
        return environment().mdp();
    }

    /** An environment to learn in; equal ones each time, as several threads play side by side. */
    Environment environment();

    /** The environment that rules are tuned and checkpoints are compared in: it may have longer episodes. */
    default Environment longEnvironment() {
        return environment();
    }

    /** How episodes that are played together are begun: together they should show all that there is. */
    default Opening opening() {
        return Opening.BY_SEED;
    }

    /** A rule, a weight for each feature of a row and a constant, that the search for a better one begins with; empty for none. */
    default float[] knownRule() {
        return new float[0];
    }

    /** All of them; where there are several, the search begins with the one that does best in validation, the first of equals. */
    default List<float[]> knownRules() {
        return knownRule().length == 0 ? List.of() : List.of(knownRule());
    }

    /** The figure that {@link #test} is, snake case. */
    String figure();

    /** How the actor of {@code networks} with {@code parameters} does where it is tested: its {@link #figure}. */
    double test(ActorCritic networks, float[] parameters);

    /** How well-known policies do there, by name. */
    SortedMap<String, Double> baselines();
}
