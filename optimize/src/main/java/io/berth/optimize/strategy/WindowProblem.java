package io.berth.optimize.strategy;

import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Shape;
import io.berth.core.decision.Placement;
import io.berth.core.policy.window.WindowCap;
import io.berth.optimize.problem.Problem;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A window as a generalised assignment problem: each task of its jobs goes to one node, all tasks of a job or none, what a node
 * has room for is that of the snapshot, device by device, what queues may get is what their caps say, and the sum over tasks of what a task
 * is worth where it is shall be as large as it can be. A task is worth its part of the value of its job, times its utility on the devices there,
 * less what it costs on the snapshot as if no other job of the window were there. So worths add up, and neither gain nor loss by sharing a
 * node is seen.
 *
 * <p>Worths are whole numbers of a part of a thousandth of a GPU: {@value #FINEST} parts, or fewer, by halves, where values are so
 * large that costs would leave the range of {@link Problem}.
 *
 * <p>With n tasks in the window, the n cheapest nodes of each job suffice: on one of them there is no other task, so a task that is
 * elsewhere can move there without loss.
 */
final class WindowProblem {
    private static final double FINEST = 1024;

    /** Shares on other devices of a node cost more than the cheapest, but not so much more. */
    private static final double MARGIN = 0.25;

    private final Trial trial;
    private final NodeTable nodes;
    private final PlacementCosts costs;
    private final double parts;
    private final List<List<Option>> options = new ArrayList<>();

    /** The problem of a trial in which nothing is placed yet. */
    WindowProblem(Trial trial, NodeTable nodes, PlacementCosts costs) {
        this.trial = trial;
        this.nodes = nodes;
        this.costs = costs;
        double largest = 1;
        for (int job = 0; job < trial.size(); job++) {
            Ranking ranking = trial.ranking(job);
            double dearest = ranking.size() == 0 ? 0 : StrictMath.abs(ranking.cost(ranking.size() - 1));
            largest = StrictMath.max(largest, StrictMath.abs(worth(job)) + dearest);
            if (trial.choosy(job) && ranking.size() > 0) {
                largest = StrictMath.max(largest, worth(job) + StrictMath.abs(ranking.cost(0)));
            }
        }
        double fitting = FINEST;
        while (fitting * largest >= MARGIN * Problem.LARGEST) {
            fitting /= 2;
        }
        this.parts = fitting;
    }

    /** Whether there is work left to look at all options and to place all jobs by them a few times. */
    boolean affordable() {
        long looks = 0;
        for (int job = 0; job < trial.size(); job++) {
            Ranking ranking = trial.ranking(job);
            boolean share = isShare(job);
            for (int place = 0; place < ranking.size(); place++) {
                looks += share ? nodes.gpus(ranking.node(place)) : 1;
            }
        }
        return trial.leaves(looks);
    }

    /** Looks at all options; to be called once, with nothing placed. */
    void open() {
        for (int job = 0; job < trial.size(); job++) {
            options.add(look(job));
        }
    }

    /** The places of a task of {@code job}, the most worth first, of equal ones the lower node, then the lower device. */
    List<Option> options(int job) {
        return options.get(job);
    }

    /**
     * What all jobs would be worth if each had the nodes to itself: prices of zero for all room, the first bound of the dual. Where caps are
     * told, what none of them forbids by itself.
     */
    long alone() {
        long[] worths = new long[trial.size()];
        long alone = 0;
        for (int job = 0; job < worths.length; job++) {
            Ranking ranking = trial.ranking(job);
            if (ranking.size() > 0) {
                worths[job] = StrictMath.max(0, trial.job(job).tasks() * parts(worth(job) - ranking.cost(0)));
            }
            alone += worths[job];
        }
        long least = alone;
        for (WindowCap cap : trial.caps()) {
            least = StrictMath.min(least, alone - forbidden(cap, worths));
        }
        return least;
    }

    /** What the jobs of {@code cap} would be worth together, less what they can be worth within it at most, jobs in parts allowed. */
    private long forbidden(WindowCap cap, long[] worths) {
        List<Integer> dearest = new ArrayList<>();
        long all = 0;
        double within = 0;
        for (int job = 0; job < worths.length; job++) {
            if (!cap.jobs().contains(trial.job(job).job())) {
                continue;
            }
            all += worths[job];
            if (taken(cap, job) > 0) {
                dearest.add(job);
            } else {
                within += worths[job];
            }
        }
        dearest.sort(Comparator.comparingDouble(job -> -worths[job] / (double) taken(cap, job)));
        double left = cap.milli();
        for (int job : dearest) {
            double part = StrictMath.min(1, left / taken(cap, job));
            within += part * worths[job];
            left -= part * taken(cap, job);
        }
        return StrictMath.max(0, all - (long) StrictMath.ceil(within) - 1);
    }

    /** What {@code job} takes of {@code cap}. */
    long taken(WindowCap cap, int job) {
        return cap.of(trial.job(job).milli());
    }

    /** What a plan is worth, in parts; nothing may be placed meanwhile. */
    long worth(Placement[][] plan) {
        long sum = 0;
        for (int job = 0; job < plan.length; job++) {
            for (Placement placement : plan[job]) {
                int device = isShare(job)
                        ? Long.numberOfTrailingZeros(placement.grant().mask())
                        : -1;
                sum += parts(worth(job) - cost(job, placement.node(), device));
            }
        }
        return sum;
    }

    /** A value or a bound in whole thousandths of a GPU, rounded down. */
    long thousandths(long worth) {
        return (long) StrictMath.floor(worth / parts);
    }

    /** True for a job whose tasks each take a share of one device. */
    boolean isShare(int job) {
        return shape(job).demand().gpus() > 0 && !shape(job).demand().wholeGpus();
    }

    Shape shape(int job) {
        return trial.job(job).shape();
    }

    NodeTable nodes() {
        return nodes;
    }

    private List<Option> look(int job) {
        List<Option> found = new ArrayList<>();
        Ranking ranking = trial.ranking(job);
        for (int place = 0; place < ranking.size(); place++) {
            int node = ranking.node(place);
            if (isShare(job)) {
                devices(job, node, found);
            } else {
                trial.spend(1);
                found.add(new Option(node, -1, parts(worth(job) - ranking.cost(place))));
            }
        }
        found.sort(Comparator.comparingLong((Option option) -> -option.worth())
                .thenComparingInt(Option::node)
                .thenComparingInt(Option::device));
        return found;
    }

    private void devices(int job, int node, List<Option> found) {
        Shape shape = shape(job);
        trial.spend(nodes.gpus(node));
        int seen = -1;
        long there = 0;
        for (int device = 0; device < nodes.gpus(node); device++) {
            if (!nodes.gpuFits(shape, node, device)) {
                continue;
            }
            // What is lost goes by what is free on the device alone, and many are alike.
            int left = nodes.gpuFreeMilli(node, device);
            if (left != seen) {
                there = parts(worth(job) - cost(job, node, device));
                seen = left;
            }
            found.add(new Option(node, device, there));
        }
    }

    private double cost(int job, int node, int device) {
        return costs.on(shape(job), node, device) + trial.forgone(job, node);
    }

    /** What one task of the job is worth where it costs nothing, thousandths. */
    private double worth(int job) {
        return trial.value(job) / trial.job(job).tasks();
    }

    /** A worth in parts. */
    long parts(double worth) {
        return StrictMath.round(worth * parts);
    }
}
