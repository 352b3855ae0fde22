package io.berth.learn.online;

import io.berth.learn.online.evidence.ChoiceLog;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The candidates on trial, each shown every choice. */
final class Trials {
    private final LearnerOptions options;
    private final ChoiceLog log;
    private final List<Trial> trials = new ArrayList<>();

    Trials(LearnerOptions options, ChoiceLog log) {
        this.options = options;
        this.log = log;
    }

    boolean isEmpty() {
        return trials.isEmpty();
    }

    /** True where one more that was made of jobs may be put on trial. */
    boolean hasRoom() {
        return trials.stream().filter(trial -> !trial.candidate().known()).count() < LearnerOptions.MOST_TRIALS;
    }

    /** One more; a known order takes the place of another that is not tried. A candidate that is on trial is not put there again. */
    void add(Trial trial) {
        if (trials.stream()
                .anyMatch(
                        known -> known.candidate().id().equals(trial.candidate().id()))) {
            return;
        }
        boolean known = trial.candidate().known();
        List.copyOf(trials).stream()
                .filter(old -> known && old.candidate().known() && !old.tried())
                .forEach(this::remove);
        trials.add(trial);
        log.show(trial.shadow());
    }

    /** All are judged; those that are over without having convinced go. */
    void judge(Judges judges) {
        trials.forEach(trial -> judges.judge(trial, options));
        for (Trial trial : List.copyOf(trials)) {
            if (trial.over() && !trial.convinced()) {
                remove(trial);
            }
        }
    }

    /** Takes out the one that convinced both judges, the best by simulation where several did; null for none. */
    @Nullable
    Trial promote() {
        Trial best = trials.stream()
                .filter(Trial::convinced)
                .max(Comparator.comparingDouble(Trial::gain))
                .orElse(null);
        if (best != null) {
            remove(best);
            // What is promoted begins without a rival.
            List.copyOf(trials).stream().filter(Trial::tried).forEach(this::remove);
        }
        return best;
    }

    /** The one that a share of the choices goes by; null for none. */
    @Nullable
    Trial tried() {
        return trials.stream().filter(Trial::tried).findFirst().orElse(null);
    }

    /** The one that does best in simulation of those that are really better there; null for none. */
    @Nullable
    Trial promising() {
        return trials.stream()
                .filter(Trial::promising)
                .max(Comparator.comparingDouble(Trial::gain))
                .orElse(null);
    }

    void clear() {
        List.copyOf(trials).forEach(this::remove);
    }

    List<Trial.View> views() {
        return trials.stream().map(Trial::view).toList();
    }

    private void remove(Trial trial) {
        trials.remove(trial);
        log.hide(trial.shadow());
    }
}
