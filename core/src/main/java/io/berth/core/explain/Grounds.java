package io.berth.core.explain;

import io.berth.core.model.Attribution;
import io.berth.core.model.LearntModel;
import io.berth.core.plan.Choices;
import io.berth.core.plan.Preference;
import io.berth.core.policy.Chooser;
import io.berth.core.policy.Waiting;
import io.berth.core.policy.order.learnt.ScoredRows;
import io.berth.core.policy.order.learnt.Scoring;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a learnt order saw of the jobs while it chose among them in one pass, so that it can be told afterwards why. */
final class Grounds implements Choices.Watcher {
    private final List<Step> steps = new ArrayList<>();
    /** Where in {@link #steps} a job was chosen. */
    private final TreeMap<Long, Integer> turns = new TreeMap<>();
    /** How each job looked in the last step in which another was chosen before it. */
    private final TreeMap<Long, Glimpse> passedOver = new TreeMap<>();

    private @Nullable LearntModel model;
    private String id = "";

    /** A job with its columns. */
    private record Seen(long job, float[] row) {}

    /** The columns of a job in a step. */
    private record Glimpse(int step, float[] row) {}

    /** One choice; the runner-up has the next best score, null where one job was looked at. */
    private record Step(Seen chosen, @Nullable Seen runnerUp) {}

    @Override
    public void chose(Chooser chooser, Waiting waiting, int choice) {
        if (!(chooser instanceof Scoring scoring)) {
            return;
        }
        ScoredRows scored = scoring.scored();
        if (model == null) {
            model = scored.model();
            id = model.id();
        }
        long job = waiting.job(choice).id();
        Seen chosen = new Seen(job, new float[0]);
        Seen next = null;
        float best = 0;
        for (int row = 0; row < scored.count(); row++) {
            Seen seen = new Seen(waiting.job(scored.place(row)).id(), scored.row(row));
            if (seen.job == job) {
                chosen = seen;
                continue;
            }
            passedOver.put(seen.job, new Glimpse(steps.size(), seen.row));
            if (next == null || scored.score(row) > best) {
                next = seen;
                best = scored.score(row);
            }
        }
        turns.put(job, steps.size());
        steps.add(new Step(chosen, next));
    }

    /**
     * Why another job goes before {@code job}, the last that was chosen while {@code job} was looked at; then why {@code job} goes
     * before its runner-up. Empty where the order is none that was learnt.
     */
    List<Preference> of(long job) {
        List<Preference> preferences = new ArrayList<>();
        if (steps.isEmpty()) {
            return preferences;
        }
        Integer turn = turns.get(job);
        Glimpse glimpse = passedOver.get(job);
        if (glimpse != null) {
            preferences.add(preference(steps.get(glimpse.step).chosen, job, glimpse.row));
        } else if (turn == null || turn > 0) {
            Step before = turn == null ? steps.getLast() : steps.get(turn - 1);
            preferences.add(preference(before.chosen, job, null));
        }
        Seen second = turn == null ? null : steps.get(turn).runnerUp;
        if (turn != null && second != null) {
            preferences.add(preference(steps.get(turn).chosen, second.job, second.row));
        }
        return preferences;
    }

    private Preference preference(Seen before, long after, float @Nullable [] row) {
        LearntModel by = model;
        Attribution why = by == null || row == null ? null : Attribution.of(by, before.row, row);
        return new Preference(id, before.job, after, why);
    }
}
