package io.berth.learn.agent;

import io.berth.core.time.Chance;
import io.berth.learn.environment.Environment;
import io.berth.learn.environment.Figures;
import io.berth.learn.network.ActorCritic;

/** Plays an environment with the networks of an agent. For one thread. */
public final class Player {
    private final Environment environment;
    private final ActorCritic.Evaluation evaluation;
    private final float[] observation;
    private final boolean[] mask;
    private final float[] scores;

    /** Plays {@code environment} by {@code evaluation}. */
    public Player(Environment environment, ActorCritic.Evaluation evaluation) {
        this.environment = environment;
        this.evaluation = evaluation;
        this.observation = new float[environment.mdp().observation().size()];
        this.mask = new boolean[environment.mdp().actions().count()];
        this.scores = new float[mask.length];
    }

    /** Plays the episode of {@code seed}, and draws each action by its chance. */
    Trajectory explore(long seed, Chance chance) {
        environment.reset(seed);
        Trajectory trajectory = new Trajectory(environment.mdp(), environment.figures());
        while (!environment.over()) {
            score();
            int action = Softmax.draw(scores, chance.unit());
            trajectory.add(observation, mask, action, Softmax.logChance(scores, action));
            double value = evaluation.value(observation, mask);
            trajectory.outcome(value, environment.step(action));
        }
        double rest = 0;
        if (environment.truncated()) {
            environment.observe(observation, 0);
            environment.mask(mask, 0);
            rest = evaluation.value(observation, mask);
        }
        trajectory.end(rest, environment.figures());
        return trajectory;
    }

    /** Plays the episode that was begun to its end, always with the best action, and tells what came of it. */
    public Figures finish() {
        while (!environment.over()) {
            score();
            environment.step(Softmax.best(scores));
        }
        return environment.figures();
    }

    private void score() {
        environment.observe(observation, 0);
        environment.mask(mask, 0);
        evaluation.scores(observation, mask, scores);
    }
}
