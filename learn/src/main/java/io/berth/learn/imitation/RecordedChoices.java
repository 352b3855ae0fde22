package io.berth.learn.imitation;

import io.berth.core.model.column.JobColumns;
import io.berth.core.model.column.JobColumns.SubmittedJob;
import io.berth.core.time.Nanos;
import io.berth.learn.environment.Actions;
import io.berth.learn.environment.Mdp;
import io.berth.learn.environment.Observation;
import io.berth.learn.imitation.Lessons.Agreement;
import io.berth.learn.imitation.Lessons.Shown;
import io.berth.learn.network.ActorCritic;
import io.berth.learn.network.Samples;
import io.berth.sim.trace.csv.ChoiceLog;
import io.berth.sim.trace.csv.ChoiceLog.Choice;
import io.berth.spec.input.InputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The choices of a recorded run as lessons: its scheduler is the teacher, whatever it was. The rows are what a learnt order is shown in
 * production; columns that tell of the time itself stay as at the submission, since a recording's clock is its own.
 */
public final class RecordedChoices {
    private final Path file;
    private final JobColumns columns;
    private final int rows;
    private long longestNanos = 1;

    /**
     * Reads the file once for the longest run time that was expected.
     *
     * @param file as {@code berth replay --choices} writes it
     * @param columns that the student is shown
     * @param rows that it is shown at most; choices with more, or of a job behind them, are left out
     * @throws InputException where the file is none of choices
     */
    public RecordedChoices(Path file, JobColumns columns, int rows) {
        this.file = file;
        this.columns = columns;
        this.rows = rows;
        ChoiceLog.read(
                file,
                choice -> choice.rows().stream()
                        .mapToLong(ChoiceLog.Row::expectedNanos)
                        .filter(expected -> expected < Nanos.NEVER)
                        .forEach(expected -> longestNanos = Math.max(longestNanos, expected)));
    }

    /** What a model that learns from it takes for the longest run time. */
    public long longestNanos() {
        return longestNanos;
    }

    /** What is decided, for networks; it cannot be played. */
    public Mdp mdp() {
        return new Mdp(
                "recorded",
                "Which pending job started next in a recorded run.",
                new Observation(rows, "pending job", columns.features()),
                new Actions(rows, true, "the pending job that started next"),
                "none",
                1,
                "never",
                "");
    }

    /**
     * Lessons from the choices of which there was one to make, in their order, cut in two.
     *
     * @param share that the first part has of them, from 0 to 1
     */
    public List<Shown> parts(double share) {
        List<Choice> choices = new ArrayList<>();
        ChoiceLog.read(file, choice -> {
            if (choice.rows().size() > 1 && choice.rows().size() <= rows) {
                choices.add(choice);
            }
        });
        int cut = (int) (share * choices.size());
        return List.of(shown(choices.subList(0, cut)), shown(choices.subList(cut, choices.size())));
    }

    /** How often {@code student} does what was done in {@code shown}. */
    public Agreement compare(ActorCritic.Evaluation student, Shown shown) {
        float[] observation = new float[mdp().observation().size()];
        boolean[] mask = new boolean[rows];
        float[] scores = new float[rows];
        long agreed = 0;
        for (int state = 0; state < shown.choices().size(); state++) {
            shown.states().write(state, observation, mask);
            student.scores(observation, mask, scores);
            agreed += scores[shown.choices().get(state)] >= most(scores) ? 1 : 0;
        }
        return new Agreement(shown.choices().size(), agreed);
    }

    private static float most(float[] scores) {
        float most = Float.NEGATIVE_INFINITY;
        for (float score : scores) {
            most = Math.max(most, score);
        }
        return most;
    }

    private Shown shown(List<Choice> choices) {
        Shown shown = new Shown(new Samples(mdp()), new ArrayList<>());
        float[] observation = new float[mdp().observation().size()];
        boolean[] mask = new boolean[rows];
        for (Choice choice : choices) {
            Arrays.fill(mask, false);
            for (int row = 0; row < choice.rows().size(); row++) {
                write(choice.rows().get(row), observation, row * JobColumns.COUNT);
                mask[row] = true;
            }
            shown.states().add(observation, mask);
            shown.choices().add(choice.started());
        }
        return shown;
    }

    private void write(ChoiceLog.Row row, float[] into, int at) {
        long expected = row.expectedNanos() == Nanos.NEVER ? longestNanos : row.expectedNanos();
        double machine = Math.max(row.totalMilli() / 1000.0, 1);
        columns.fix(
                new SubmittedJob(expected, longestNanos, row.processorsMilli() / 1000.0, machine, 1, 1, 1, 1),
                into,
                at);
        float free = (float) (row.freeMilli() / Math.max((double) row.totalMilli(), 1));
        columns.wait(into, at, row.waitNanos(), expected);
        columns.room(into, at, row.fits(), free);
    }
}
