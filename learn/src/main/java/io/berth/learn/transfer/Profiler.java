package io.berth.learn.transfer;

import io.berth.core.strategy.PolicySpec;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import io.berth.learn.environment.Goal;
import io.berth.learn.environment.ordering.OrderPlayer;
import io.berth.learn.environment.ordering.OrderingJobs;
import io.berth.learn.environment.ordering.OrderingJobs.Row;
import io.berth.sim.table.CatalogOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;

/** Measures what a workload is like. */
public final class Profiler {
    /** Parts that the orders are played on; in shorter ones queues do not grow. */
    private static final int PARTS = 8;

    private static final int PART_JOBS = 1024;
    private static final List<String> ORDERS = List.of("f1", "fcfs", "sjf", "unicep", "wfp3");
    private static final double DAY = 24.0 * 3600 * Nanos.SECOND;

    private final OrderingJobs jobs;
    private final List<Row> rows = new ArrayList<>();

    private Profiler(OrderingJobs jobs) {
        this.jobs = jobs;
        for (int place = 0; place < jobs.count(); place++) {
            rows.add(jobs.row(place));
        }
    }

    /**
     * What {@code jobs} are like.
     *
     * @throws IllegalArgumentException where they are fewer than two
     */
    public static WorkloadProfile of(OrderingJobs jobs) {
        if (jobs.count() < 2) {
            throw new IllegalArgumentException("A workload of " + jobs.count() + " jobs has no profile; it takes 2.");
        }
        return new Profiler(jobs).measure();
    }

    private WorkloadProfile measure() {
        TreeMap<Trait, List<Double>> quantiles = new TreeMap<>();
        for (Trait trait : Trait.values()) {
            quantiles.put(trait, quantiles(trait.logarithms(jobs, rows)));
        }
        TreeMap<Fact, Double> facts = new TreeMap<>();
        facts.put(Fact.LOAD, load());
        facts.put(Fact.BURSTINESS, burstiness());
        facts.put(Fact.RHYTHM, rhythm());
        facts.put(
                Fact.SIZE_TIME,
                Ranks.correlation(Trait.SHARE.logarithms(jobs, rows), Trait.RUN.logarithms(jobs, rows)));
        TreeMap<String, Double> orders = new TreeMap<>();
        for (String order : ORDERS) {
            orders.put(order, slowdown(order));
        }
        return new WorkloadProfile(jobs.count(), quantiles, facts, orders);
    }

    /** Between two values the quantile lies on the line that joins them. */
    private static List<Double> quantiles(double[] values) {
        Arrays.sort(values);
        List<Double> quantiles = new ArrayList<>();
        for (int tenth = 0; tenth < WorkloadProfile.QUANTILES; tenth++) {
            double place = (values.length - 1) * tenth / (WorkloadProfile.QUANTILES - 1.0);
            int below = (int) place;
            int above = Math.min(below + 1, values.length - 1);
            quantiles.add(values[below] + (place - below) * (values[above] - values[below]));
        }
        return quantiles;
    }

    private double span() {
        return Math.max(1, rows.getLast().submitNanos() - rows.getFirst().submitNanos());
    }

    private double load() {
        double work = 0;
        for (Row row : rows) {
            work += (double) row.runNanos() * row.nodes();
        }
        return work / (span() * jobs.machineNodes());
    }

    private double burstiness() {
        double mean = span() / (rows.size() - 1);
        double squares = 0;
        for (int place = 1; place < rows.size(); place++) {
            double gap = rows.get(place).submitNanos() - rows.get(place - 1).submitNanos();
            squares += (gap - mean) * (gap - mean);
        }
        return StrictMath.sqrt(squares / (rows.size() - 1)) / mean;
    }

    /** The length of the mean of all submissions as points on the dial of a day. */
    private double rhythm() {
        double x = 0;
        double y = 0;
        for (Row row : rows) {
            double angle = 2 * StrictMath.PI * (row.submitNanos() % DAY) / DAY;
            x += StrictMath.cos(angle);
            y += StrictMath.sin(angle);
        }
        return StrictMath.hypot(x, y) / rows.size();
    }

    private double slowdown(String order) {
        OrderPlayer player = new OrderPlayer(jobs, CatalogOrder.of(PolicySpec.of(order)), false);
        int each = Math.max(1, Math.min(PART_JOBS, jobs.count() / 2));
        double sum = 0;
        for (int part = 0; part < PARTS; part++) {
            int start = new Chance(1, "profile part", part).below(jobs.count() - each + 1);
            sum += player.play(start, each).get(Goal.BOUNDED_SLOWDOWN.figure());
        }
        return StrictMath.log(sum / PARTS);
    }
}
