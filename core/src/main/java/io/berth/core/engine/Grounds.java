package io.berth.core.engine;

import io.berth.core.model.Attribution;
import io.berth.core.model.Model;
import io.berth.core.policy.Chooser;
import io.berth.core.policy.Waiting;
import io.berth.core.policy.order.ScoredJobs;
import io.berth.core.policy.order.Scoring;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a learnt order saw of the jobs while it chose among them in one pass, so that it can be told afterwards why. */
final class Grounds implements Choices.Watcher {
    private final List<Step> steps = new ArrayList<>();
    /** Where in {@link #steps} a job was chosen. */
    private final TreeMap<Long, Integer> turns = new TreeMap<>();
    /** What the first choice looked at, and what the last one did; all others are forgotten. */
    private TreeMap<Long, float[]> first = new TreeMap<>();

    private TreeMap<Long, float[]> last = new TreeMap<>();
    private @Nullable Model model;
    private String id = "";

    /** A job with its columns. */
    private record Seen(long job, float[] row) {}

    /**
     * One choice.
     *
     * @param runnerUp of the next best score; null where one job was looked at
     * @param before the row of the chosen one when the choice before it was made; null where it was not looked at then
     */
    private record Step(Seen chosen, @Nullable Seen runnerUp, float @Nullable [] before) {}

    @Override
    public void chose(Chooser chooser, Waiting waiting, int choice) {
        if (!(chooser instanceof Scoring scoring)) {
            return;
        }
        ScoredJobs scored = scoring.scored();
        if (model == null) {
            model = scored.model();
            id = model.id();
        }
        TreeMap<Long, float[]> seen = new TreeMap<>();
        int chosen = 0;
        for (int row = 0; row < scored.count(); row++) {
            seen.put(waiting.job(scored.place(row)).id(), scored.row(row));
            chosen = scored.place(row) == choice ? row : chosen;
        }
        long job = waiting.job(choice).id();
        turns.put(job, steps.size());
        steps.add(new Step(new Seen(job, scored.row(chosen)), runnerUp(scored, waiting, chosen), last.get(job)));
        first = steps.size() == 1 ? seen : first;
        last = seen;
    }

    private static @Nullable Seen runnerUp(ScoredJobs scored, Waiting waiting, int chosen) {
        int next = -1;
        for (int row = 0; row < scored.count(); row++) {
            if (row != chosen && (next < 0 || scored.score(row) > scored.score(next))) {
                next = row;
            }
        }
        return next < 0 ? null : new Seen(waiting.job(scored.place(next)).id(), scored.row(next));
    }

    /**
     * Why another job goes before {@code job}: the one chosen just before it, or the first of all where it was not chosen; then why
     * {@code job} goes before its runner-up. Empty where the order is none that was learnt.
     */
    List<Preference> of(long job) {
        List<Preference> preferences = new ArrayList<>();
        if (model == null) {
            return preferences;
        }
        Integer turn = turns.get(job);
        if (turn == null) {
            preferences.add(preference(steps.getFirst().chosen, job, first.get(job)));
            return preferences;
        }
        Step step = steps.get(turn);
        if (turn > 0) {
            preferences.add(preference(steps.get(turn - 1).chosen, job, step.before));
        }
        if (step.runnerUp != null) {
            preferences.add(preference(step.chosen, step.runnerUp.job, step.runnerUp.row));
        }
        return preferences;
    }

    private Preference preference(Seen before, long after, float @Nullable [] row) {
        Model by = model;
        boolean known = by != null && row != null;
        return new Preference(id, before.job, after, known ? Attribution.of(by, before.row, row) : null);
    }
}
