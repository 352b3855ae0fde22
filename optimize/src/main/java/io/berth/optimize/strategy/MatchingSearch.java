package io.berth.optimize.strategy;

import io.berth.optimize.matching.CostMatrix;
import io.berth.optimize.matching.Hungarian;
import io.berth.optimize.matching.Matching;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;

/**
 * Plans by matchings: gangs first, in turn; then as many jobs of one task as fit get a node each so that the sum of their costs is
 * least; those left over are placed in turn.
 */
final class MatchingSearch {
    /** Costs are whole numbers: thousandths of a thousandth of a GPU. */
    private static final double SCALE = 1000;

    private MatchingSearch() {}

    /** Makes a plan of {@code trial}, which is empty. */
    static void improve(Trial trial) {
        List<Integer> single = new ArrayList<>();
        for (int job = 0; job < trial.size(); job++) {
            if (trial.job(job).tasks() > 1) {
                trial.place(job);
            } else if (trial.ranking(job).size() > 0) {
                single.add(job);
            }
        }
        if (!single.isEmpty()) {
            match(trial, single);
        }
        for (int job = 0; job < trial.size(); job++) {
            if (!trial.isPlaced(job)) {
                trial.place(job);
            }
        }
    }

    private static void match(Trial trial, List<Integer> jobs) {
        TreeMap<Integer, Integer> columns = new TreeMap<>();
        for (int job : jobs) {
            Ranking ranking = trial.ranking(job);
            for (int place = 0; place < ranking.size(); place++) {
                columns.putIfAbsent(ranking.node(place), columns.size());
            }
        }
        if (!trial.leaves((long) columns.size() * jobs.size() + (long) jobs.size() * jobs.size())) {
            return;
        }
        int width = columns.size() + jobs.size();
        long[] costs = new long[jobs.size() * width];
        Arrays.fill(costs, CostMatrix.FORBIDDEN);
        for (int row = 0; row < jobs.size(); row++) {
            int job = jobs.get(row);
            Ranking ranking = trial.ranking(job);
            for (int place = 0; place < ranking.size(); place++) {
                int node = ranking.node(place);
                if (trial.fits(job, node)) {
                    Integer column = columns.get(node);
                    costs[row * width + (column == null ? 0 : column)] = whole(ranking.cost(place) - trial.value(job));
                }
            }
            // A column of its own, for the job that is left out.
            costs[row * width + columns.size() + row] = 0;
        }
        Matching matching = Hungarian.solve(new CostMatrix(jobs.size(), width, costs));
        if (matching == null) {
            return;
        }
        int[] nodes = new int[columns.size()];
        columns.forEach((node, column) -> nodes[column] = node);
        for (int row = 0; row < jobs.size(); row++) {
            int column = matching.columnOfRow()[row];
            if (column < nodes.length && trial.fits(jobs.get(row), nodes[column])) {
                trial.placeOn(jobs.get(row), nodes[column]);
            }
        }
    }

    private static long whole(double cost) {
        return StrictMath.clamp(StrictMath.round(cost * SCALE), -CostMatrix.LARGEST, CostMatrix.LARGEST);
    }
}
