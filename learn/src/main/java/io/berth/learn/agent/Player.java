package io.berth.learn.agent;

import io.berth.core.time.Chance;
import io.berth.learn.agent.experience.Softmax;
import io.berth.learn.agent.experience.Trajectory;
import io.berth.learn.environment.Environment;
import io.berth.learn.network.ActorCritic;
import io.berth.learn.network.Samples;
import java.util.List;

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

    /** What is played. */
    Environment environment() {
        return environment;
    }

    /** Plays the episode of {@code seed}, and draws each action by its chance. */
    Trajectory explore(long seed, Chance chance) {
        environment.reset(seed);
        return explore(chance);
    }

    /** Plays the episode that was begun, and draws each action by its chance. */
    Trajectory explore(Chance chance) {
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

    /** Plays the episode that was begun to its end, always with the best action, and returns the sum of the rewards. */
    public double finish() {
        double sum = 0;
        while (!environment.over()) {
            score();
            sum += environment.step(Softmax.best(scores));
        }
        return sum;
    }

    /** The same, and keeps what it saw and did. */
    public void demonstrate(Samples states, List<Integer> actions) {
        while (!environment.over()) {
            score();
            int action = Softmax.best(scores);
            states.add(observation, mask);
            actions.add(action);
            environment.step(action);
        }
    }

    private void score() {
        environment.observe(observation, 0);
        environment.mask(mask, 0);
        evaluation.scores(observation, mask, scores);
    }
}
