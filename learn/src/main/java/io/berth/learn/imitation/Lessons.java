package io.berth.learn.imitation;

import io.berth.learn.environment.ordering.QueueOrdering;
import io.berth.learn.network.ActorCritic;
import io.berth.learn.network.Samples;
import java.util.ArrayList;
import java.util.List;

/**
 * Episodes with a teacher: what was seen, and what it chose. Those at which there was nothing to choose are left out. For one thread.
 */
public final class Lessons {
    private final QueueOrdering environment;
    private final Teacher teacher;
    private final float[] observation;
    private final boolean[] mask;
    private final float[] scores;
    private final long[] keys;

    /** Lessons of {@code teacher} in {@code environment}. */
    public Lessons(QueueOrdering environment, Teacher teacher) {
        this.environment = environment;
        this.teacher = teacher;
        this.observation = new float[environment.mdp().observation().size()];
        this.mask = new boolean[environment.mdp().actions().count()];
        this.scores = new float[mask.length];
        this.keys = new long[mask.length];
    }

    /** What is shown: states and what the teacher chose in each. */
    public record Shown(Samples states, List<Integer> choices) {
        /** Nothing yet. */
        public static Shown none(QueueOrdering environment) {
            return new Shown(new Samples(environment.mdp()), new ArrayList<>());
        }

        /** Keeps all of {@code others}, too. */
        public void addAll(Shown others) {
            states.addAll(others.states);
            choices.addAll(others.choices);
        }
    }

    /**
     * How a student did beside its teacher.
     *
     * @param choices how many states there were with something to choose
     * @param agreed in how many the student chose what the teacher does, or what the teacher likes as much
     */
    public record Agreement(long choices, long agreed) {
        /** The share in which they agreed; 1 where there was nothing to choose. */
        public double share() {
            return choices == 0 ? 1 : (double) agreed / choices;
        }

        /** Both together. */
        public Agreement and(Agreement other) {
            return new Agreement(choices + other.choices, agreed + other.agreed);
        }
    }

    /** The teacher plays the episode that was begun to its end; what it did is kept in {@code shown}. */
    public void teach(Shown shown) {
        while (!environment.over()) {
            environment.step(lesson(shown));
        }
    }

    /**
     * The student plays the episode, and the teacher says what it would have done.
     *
     * <p>Source: Ross, Gordon, Bagnell: A reduction of imitation learning and structured prediction to no-regret online learning
     * (DAgger), AISTATS 2011, §3.
     */
    public void correct(ActorCritic.Evaluation student, Shown shown) {
        while (!environment.over()) {
            lesson(shown);
            environment.step(choice(student));
        }
    }

    /** The teacher plays the episode, and the student says what it would have done. */
    public Agreement compare(ActorCritic.Evaluation student) {
        long choices = 0;
        long agreed = 0;
        while (!environment.over()) {
            int taught = teacher.choose(environment, keys);
            if (environment.rows() > 1) {
                choices++;
                agreed += keys[choice(student)] == keys[taught] ? 1 : 0;
            }
            environment.step(taught);
        }
        return new Agreement(choices, agreed);
    }

    /** The student plays the episode alone. */
    public void play(ActorCritic.Evaluation student) {
        while (!environment.over()) {
            environment.step(choice(student));
        }
    }

    private int lesson(Shown shown) {
        int taught = teacher.choose(environment, keys);
        if (environment.rows() > 1) {
            environment.observe(observation, 0);
            environment.mask(mask, 0);
            shown.states.add(observation, mask);
            shown.choices.add(taught);
        }
        return taught;
    }

    private int choice(ActorCritic.Evaluation student) {
        environment.observe(observation, 0);
        environment.mask(mask, 0);
        student.scores(observation, mask, scores);
        int best = 0;
        for (int row = 1; row < environment.rows(); row++) {
            if (scores[row] > scores[best]) {
                best = row;
            }
        }
        return best;
    }
}
