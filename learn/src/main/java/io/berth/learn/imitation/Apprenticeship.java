package io.berth.learn.imitation;

import io.berth.core.time.Chance;
import io.berth.learn.environment.Goal;
import io.berth.learn.environment.ordering.QueueOrdering;
import io.berth.learn.gradient.GradientWorkers;
import io.berth.learn.imitation.Lessons.Agreement;
import io.berth.learn.imitation.Lessons.Shown;
import io.berth.learn.network.ActorCritic;

/**
 * A network learns to order a queue as its teacher does: it is shown what the teacher does in windows of a log and imitates it; then it
 * plays itself, is told what the teacher would have done, and learns from all of that, as often as is asked for.
 *
 * <p>Source: Ross, Gordon, Bagnell: A reduction of imitation learning and structured prediction to no-regret online learning (DAgger),
 * AISTATS 2011, algorithm 3.1, with the teacher alone in the first round and the student alone in all others.
 *
 * @param environment plays the windows
 * @param networks learn from {@code teacher}
 */
public record Apprenticeship(
        QueueOrdering environment, Teacher teacher, ActorCritic networks, GradientWorkers workers, Options options) {
    /**
     * How much is shown and learnt.
     *
     * @param windows that the teacher plays
     * @param passes over what was shown
     * @param batch samples of a step
     * @param rate of the steps, falls to 0 in each round
     * @param rounds in which the student plays and is corrected
     * @param corrected windows of such a round
     * @param correctedPasses over all that was shown, in such a round
     * @param seed of all chance
     */
    public record Options(
            int windows,
            int passes,
            int batch,
            double rate,
            int rounds,
            int corrected,
            int correctedPasses,
            long seed) {}

    /**
     * A part of a log of which windows are drawn.
     *
     * @param from the place of the first job
     * @param to the place behind the last
     * @param jobs of a window
     */
    public record Span(int from, int to, int jobs) {
        /** @throws IllegalArgumentException where not even one window is in it */
        public Span {
            if (from < 0 || jobs < 1 || from + jobs > to) {
                throw new IllegalArgumentException(
                        "There is no window of " + jobs + " jobs from " + from + " to " + to + ".");
            }
        }

        int start(long seed, String stream, int window) {
            return from + new Chance(seed, stream, window).below(to - from - jobs + 1);
        }
    }

    /**
     * How a student did on windows that it had not seen.
     *
     * @param agreement with the teacher's choices where the teacher plays
     * @param teacher mean bounded slowdown of the teacher, the mean over the windows
     * @param student the same of the student, playing alone
     */
    public record Verdict(Agreement agreement, double teacher, double student) {
        /** By what share the student's bounded slowdown is worse; below 0 where it is better. */
        public double worse() {
            return student / teacher - 1;
        }
    }

    /** The parameters of an actor that learnt from windows of {@code span}. */
    public float[] learn(Span span) {
        Lessons lessons = new Lessons(environment, teacher);
        Shown shown = Shown.none(environment);
        for (int window = 0; window < options.windows(); window++) {
            environment.begin(span.start(options.seed(), "lesson", window), span.jobs());
            lessons.teach(shown);
        }
        float[] actor = networks.newActor(options.seed());
        imitate(actor, shown, options.passes());
        ActorCritic.Evaluation student = student(actor);
        for (int round = 0; round < options.rounds(); round++) {
            for (int window = 0; window < options.corrected(); window++) {
                int lesson = options.windows() + round * options.corrected() + window;
                environment.begin(span.start(options.seed(), "lesson", lesson), span.jobs());
                lessons.correct(student, shown);
            }
            imitate(actor, shown, options.correctedPasses());
        }
        return actor;
    }

    /** How {@code actor} does on {@code windows} windows of {@code span}. */
    public Verdict judge(float[] actor, Span span, int windows) {
        Lessons lessons = new Lessons(environment, teacher);
        ActorCritic.Evaluation student = student(actor);
        Agreement agreement = new Agreement(0, 0);
        double taught = 0;
        double played = 0;
        for (int window = 0; window < windows; window++) {
            int start = span.start(options.seed(), "examination", window);
            environment.begin(start, span.jobs());
            agreement = agreement.and(lessons.compare(student));
            taught += slowdown() / windows;
            environment.begin(start, span.jobs());
            lessons.play(student);
            played += slowdown() / windows;
        }
        return new Verdict(agreement, taught, played);
    }

    private void imitate(float[] actor, Shown shown, int passes) {
        new Cloning(networks, workers, shown.states(), shown.choices(), options.seed())
                .learn(actor, passes, options.batch(), options.rate());
    }

    private ActorCritic.Evaluation student(float[] actor) {
        return networks.evaluation(actor, networks.newCritic(options.seed()));
    }

    private double slowdown() {
        return environment.figures().get(Goal.BOUNDED_SLOWDOWN.figure());
    }
}
