package io.berth.optimize.strategy;

import io.berth.core.decision.Placement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Branch and bound from the plan of {@link ExchangeSearch} on: job by job, the most valuable first, each of its cheapest nodes that
 * differ in cost, each node that the plan holds already, and no node at all. A branch is left when not even the best node for each
 * job that is still open, had it that to itself, would make the plan better.
 *
 * <p>Nodes of equal cost are taken for equal, so one of them stands for all. A gang has two branches, in turn or not at all.
 */
final class BranchSearch {
    /** So many nodes of different cost are tried for a job beside those that the plan holds. */
    private static final int CHOICES = 4;

    /** A plan that is better by less than a thousandth of a GPU is not looked for. */
    private static final double LEAST_GAIN = 1;

    private static final double SAME_COST = 1e-9;

    private final Trial trial;
    private final int[] order;
    /** By place in the order: what this job and those behind it are worth at most. */
    private final double[] potential;

    private Placement[][] best;
    private double bestWorth;

    private BranchSearch(Trial trial) {
        this.trial = trial;
        this.best = trial.snapshot();
        this.bestWorth = trial.worth();
        this.order = IntStream.range(0, trial.size())
                .boxed()
                .sorted(Comparator.comparingDouble(job -> -trial.value(job)))
                .mapToInt(Integer::intValue)
                .toArray();
        this.potential = new double[order.length + 1];
        for (int place = order.length - 1; place >= 0; place--) {
            potential[place] = potential[place + 1] + trial.alone(order[place]);
        }
    }

    /** Makes a plan of {@code trial}, which is empty within its work. */
    static void improve(Trial trial) {
        ExchangeSearch.improve(trial);
        BranchSearch search = new BranchSearch(trial);
        trial.clear();
        search.branch(0);
        trial.restore(search.best);
    }

    private void branch(int place) {
        if (trial.spent()) {
            return;
        }
        double worth = trial.worth();
        if (worth + potential[place] <= bestWorth + LEAST_GAIN) {
            return;
        }
        if (place == order.length) {
            best = trial.snapshot();
            bestWorth = worth;
            return;
        }
        int job = order[place];
        if (trial.job(job).tasks() > 1) {
            if (trial.place(job)) {
                branch(place + 1);
                trial.remove(job);
            }
        } else {
            for (int node : choices(job)) {
                trial.placeOn(job, node);
                branch(place + 1);
                trial.remove(job);
            }
        }
        branch(place + 1);
    }

    private List<Integer> choices(int job) {
        List<Integer> choices = new ArrayList<>();
        for (int node : trial.touched()) {
            if (trial.fits(job, node)) {
                choices.add(node);
            }
        }
        Ranking ranking = trial.ranking(job);
        double last = Double.NEGATIVE_INFINITY;
        int untouched = 0;
        for (int at = 0; at < ranking.size() && untouched < CHOICES; at++) {
            if (ranking.cost(at) > last + SAME_COST && !trial.isTouched(ranking.node(at))) {
                choices.add(ranking.node(at));
                last = ranking.cost(at);
                untouched++;
            }
        }
        return choices;
    }
}
