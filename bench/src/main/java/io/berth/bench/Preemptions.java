package io.berth.bench;

import io.berth.bench.LoadedCluster.Pass;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How long passes of preempting strategies take, and what they allocate.
 *
 * <p><i>burst</i>: 4,000 jobs of one GPU fill 500 nodes of 8 when 4,000 others come that may take their room: of 8 GPUs, one in five a
 * gang of 2 to 16 nodes. On every second node one of those that run may not be preempted, so most of what comes looks in vain. The first
 * pass is measured, in a new cluster for each repetition.
 *
 * <p><i>steady</i>: 5,000 nodes hold some 140,000 tasks, most of CPUs alone, the others of shares of GPUs and of whole ones, one
 * job in thirty a gang; 10,000 jobs are pending. Before each pass a second goes by, some jobs end, and others come in their place.
 *
 * <p>Arguments: orders, each by itself or as {@code priority/least-loss} with who picks victims, what is measured, passes of the steady state; for example {@code srtf,priority burst,steady 200}.
 */
public final class Preemptions {
    private static final String STREAM = "preemptions";
    private static final int REPETITIONS = 3;
    private static final int PENDING = 10_000;
    private static final int ENDS_PER_PASS = 20;
    private static final double MIB = 1 << 20;

    private Preemptions() {}

    public static void main(String[] arguments) {
        String[] orders = (arguments.length > 0 ? arguments[0] : "priority,srtf,multi-level").split(",");
        List<String> what = List.of((arguments.length > 1 ? arguments[1] : "burst,steady").split(","));
        int passes = Argument.number(arguments, 2, 200);
        System.out.println("order        what    nodes    tasks  pending  first ms  first MiB  preempted"
                + "  warm passes  median ms    p99 ms    max ms  most MiB  preempted");
        for (String order : orders) {
            for (int run = 0; run < REPETITIONS && what.contains("burst"); run++) {
                burst(order);
            }
            if (what.contains("steady")) {
                steady(order, passes);
            }
        }
    }

    private static void burst(String order) {
        LoadedCluster cluster = new LoadedCluster(STREAM, 500, 96);
        for (int job = 0; job < 4000; job++) {
            long estimate = Nanos.HOUR * (10 + cluster.chance.below(50));
            cluster.submit(LoadedCluster.gpus(1), 1, cluster.chance.below(3), estimate);
        }
        cluster.pass();
        cluster.now += 2 * Nanos.HOUR;
        for (int job = 0; job < 4000; job += 16) {
            cluster.end(cluster.started.get(job));
            cluster.submit(LoadedCluster.gpus(1), 1, 9, Nanos.SECOND);
        }
        cluster.pass();
        cluster.strategy(preempting(order));
        for (int job = 0; job < 4000; job++) {
            Demand demand =
                    Demand.cpu(1000L * (8 + cluster.chance.below(4)), 8L << 30).withGpus(8);
            int tasks = cluster.chance.below(5) == 0 ? 2 + cluster.chance.below(15) : 1;
            cluster.submit(demand, tasks, 4 + cluster.chance.below(3), cluster.minutes(60));
        }
        report(cluster, order, "burst", List.of(cluster.pass()));
    }

    private static void steady(String order, int passes) {
        LoadedCluster cluster = new LoadedCluster(STREAM, 5000, 96);
        cluster.fill(PENDING);
        cluster.strategy(preempting(order));
        List<Pass> told = new ArrayList<>();
        for (int pass = -passes / 4; pass <= passes; pass++) {
            Pass took = cluster.pass();

            // The very first, and the warm ones.
            if (pass > 0 || pass == -passes / 4) {
                told.add(took);
            }
            cluster.goOn(ENDS_PER_PASS, PENDING);
        }
        report(cluster, order, "steady", told);
    }

    private static StrategySpec preempting(String order) {
        String[] parts = order.split("/");
        StrategySpec strategy = StrategySpec.of("preempting", parts[0], "best-fit", "greedy");
        return strategy.preempting(parts.length > 1 ? parts[1] : "by-order");
    }

    /** @param passes the first by itself, then the warm ones, if any */
    private static void report(LoadedCluster cluster, String order, String what, List<Pass> passes) {
        Pass first = passes.getFirst();
        System.out.printf(
                Locale.ROOT,
                "%-12s %-6s %6d  %7d  %7d  %8.1f  %9.1f  %9d",
                order,
                what,
                cluster.state.nodes().count(),
                cluster.tasks(),
                cluster.state.waitingJobs(),
                first.processorMillis(),
                first.bytes() / MIB,
                first.stops());
        List<Pass> warm = passes.subList(1, passes.size());
        if (!warm.isEmpty()) {
            double[] times =
                    warm.stream().mapToDouble(Pass::processorMillis).sorted().toArray();
            System.out.printf(
                    Locale.ROOT,
                    "  %11d  %9.2f  %8.2f  %8.2f  %8.2f  %9d",
                    times.length,
                    times[times.length / 2],
                    times[times.length * 99 / 100],
                    times[times.length - 1],
                    warm.stream().mapToDouble(Pass::bytes).max().orElse(0) / MIB,
                    warm.stream().mapToInt(Pass::stops).sum());
        }
        System.out.println();
    }
}
