package io.berth.optimize.strategy;

import io.berth.core.decision.Placement;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Improves a plan until nothing does or the work is spent: one job is taken out and placed anew; a job that found no room takes that
 * of another; two jobs are taken out and placed in turn. Whatever is best so far is the plan.
 */
final class ExchangeSearch {
    private static final double LEAST_GAIN = 1e-6;

    private final Trial trial;
    private Placement[][] best;
    private double bestWorth;

    private ExchangeSearch(Trial trial) {
        this.trial = trial;
        this.best = trial.snapshot();
        this.bestWorth = trial.worth();
    }

    /** Makes a plan of {@code trial}, which is empty within its work. */
    static void improve(Trial trial) {
        Construction.inTurn(trial);
        ExchangeSearch search = new ExchangeSearch(trial);
        search.start(byValue(trial));
        search.start(bySize(trial));
        search.exchange();
        trial.restore(search.best);
    }

    private void start(int[] order) {
        if (trial.spent()) {
            return;
        }
        trial.clear();
        Construction.inOrder(trial, order);
        if (!keepIfBetter()) {
            trial.restore(best);
        }
    }

    private void exchange() {
        boolean better = true;
        while (better && !trial.spent()) {
            better = false;
            for (int first = 0; first < trial.size() && !trial.spent(); first++) {
                for (int second = 0; second < trial.size() && !trial.spent(); second++) {
                    better |= attempt(first, second);
                }
            }
        }
    }

    /** Takes both out, places {@code first}, then {@code second}, then who found no room before. */
    private boolean attempt(int first, int second) {
        if (first == second && !trial.isPlaced(first)) {
            return false;
        }
        trial.remove(first);
        trial.remove(second);
        trial.place(first);
        if (first != second) {
            trial.place(second);
        }
        for (int job = 0; job < trial.size(); job++) {
            if (!trial.isPlaced(job) && job != first && job != second) {
                trial.place(job);
            }
        }
        if (keepIfBetter()) {
            return true;
        }
        trial.restore(best);
        return false;
    }

    private boolean keepIfBetter() {
        double worth = trial.worth();
        if (worth <= bestWorth + LEAST_GAIN) {
            return false;
        }
        best = trial.snapshot();
        bestWorth = worth;
        return true;
    }

    private static int[] byValue(Trial trial) {
        return ordered(trial, Comparator.comparingDouble(job -> -trial.best(job)));
    }

    private static int[] bySize(Trial trial) {
        return ordered(
                trial,
                Comparator.comparingLong(job -> -trial.job(job).shape().demand().totalGpuMilli()));
    }

    private static int[] ordered(Trial trial, Comparator<Integer> comparator) {
        return IntStream.range(0, trial.size())
                .boxed()
                .sorted(comparator)
                .mapToInt(Integer::intValue)
                .toArray();
    }
}
