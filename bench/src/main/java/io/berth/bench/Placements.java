package io.berth.bench;

import io.berth.core.catalog.Catalog;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.device.DeviceSet;
import io.berth.core.cluster.device.Rate;
import io.berth.core.cluster.device.link.Links;
import io.berth.core.journal.Frame;
import io.berth.core.journal.Journal;
import io.berth.core.metric.RunMetrics;
import io.berth.core.policy.load.LoadAware;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.core.strategy.DemandCount;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.sim.run.Simulation;
import io.berth.sim.workload.Arrival;
import io.berth.sim.workload.JobUse;
import io.berth.sim.workload.Workload;
import io.berth.sim.world.WorldOptions;
import io.berth.spec.cluster.LinkText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Placements per second of whole runs: event queue, engine, policy, metrics; no journal. One thread.
 *
 * <p>On a virtual machine the host may give the processor to others meanwhile; how much of the time was stolen so is told, and
 * the rate without it.
 *
 * <p>Where a policy looks at what nodes do, jobs run for a minute in the mean, and each minute all nodes are measured.
 *
 * <p>Arguments: policies, node counts, jobs per run, each a list with commas; for example {@code best-fit,fgd 1000,5000 200000}. A fourth
 * is what the eight devices of each node are linked by, such as {@code dgx-1-v100}, or {@code kinds}: of three models with a price each,
 * node by node; nothing by default. A policy may have an order of devices behind a slash: {@code best-fit/cheapest}.
 */
public final class Placements {
    private static final int WARM_UPS = 2;
    private static final int RUNS = 5;
    private static final double LOAD = 0.8;
    private static final List<String> MODELS = List.of("T4", "A100", "H100");
    private static final double MINUTE_NANOS = 60.0 * Nanos.SECOND;

    private Placements() {}

    public static void main(String[] arguments) {
        String[] policies = argument(arguments, 0, "best-fit,fgd").split(",");
        String[] counts = argument(arguments, 1, "1000,5000,20000").split(",");
        int jobs = Integer.parseInt(argument(arguments, 2, "200000"));
        String devices = argument(arguments, 3, "");
        System.out.println("policy      nodes  placements/s (median of " + RUNS
                + ")  us each  stolen  not stolen, placements/s   all runs");
        for (String policy : policies) {
            for (String count : counts) {
                measure(policy, cluster(Integer.parseInt(count), devices), jobs);
            }
        }
    }

    private static List<NodeSpec> cluster(int count, String devices) {
        if (devices.equals("kinds")) {
            return kinds(Churn.cluster(count));
        }
        Links links = devices.isEmpty() ? Links.NONE : LinkText.read(devices, LinkText.NVLINK);
        return Churn.cluster(count).stream()
                .map(node -> node.withDevices(List.of(node.devices().getFirst().withLinks(links))))
                .toList();
    }

    private static List<NodeSpec> kinds(List<NodeSpec> nodes) {
        return IntStream.range(0, nodes.size())
                .mapToObj(i -> {
                    DeviceSet set = nodes.get(i).devices().getFirst();
                    int kind = i % MODELS.size();
                    Rate rate = new Rate((kind + 1) * Rate.UNIT, 0);
                    return nodes.get(i)
                            .withDevices(
                                    List.of(new DeviceSet(set.count(), set.kind(), MODELS.get(kind), set.memoryBytes())
                                            .withRate(rate)));
                })
                .toList();
    }

    private static void measure(String policy, List<NodeSpec> nodes, int jobs) {
        boolean measured = LoadAware.is(strategy(policy));
        Churn churn = measured ? new Churn(nodes, LOAD, jobs, 1, MINUTE_NANOS) : new Churn(nodes, LOAD, jobs, 1);
        double[] rates = new double[RUNS];
        double[] own = new double[RUNS];
        for (int run = -WARM_UPS; run < RUNS; run++) {
            Stopwatch stopwatch = run(policy, churn);
            if (run >= 0) {
                rates[run] = stopwatch.rate();
                own[run] = stopwatch.rate() / (1 - stopwatch.stolen());
            }
        }
        double median = median(rates);
        double ownMedian = median(own);
        StringBuilder all = new StringBuilder();
        for (double rate : rates) {
            all.append(String.format(Locale.ROOT, " %.0f", rate));
        }
        System.out.printf(
                Locale.ROOT,
                "%-10s %6d  %28.0f  %7.2f  %4.0f %%  %24.0f  %s%n",
                policy,
                nodes.size(),
                median,
                1e6 / median,
                100 * (1 - median / ownMedian),
                ownMedian,
                all);
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    /** A placement, and behind a slash on which devices a job goes first. */
    private static StrategySpec strategy(String policy) {
        String[] parts = policy.split("/");
        StrategySpec strategy = StrategySpec.of(policy, "fcfs", parts[0], "greedy");
        return parts.length == 1 ? strategy : strategy.with(PolicyKind.DEVICE, PolicySpec.of(parts[1]));
    }

    /** One run, timed after the cluster was filled. */
    private static Stopwatch run(String policy, Churn churn) {
        StrategySpec strategy = strategy(policy);
        Workload jobs = LoadAware.is(strategy) ? new Measured(churn) : churn;
        Simulation.Setup setup =
                new Simulation.Setup(churn.nodes(), jobs, strategy, 1, WorldOptions.IDEAL, Nanos.NEVER, 0);
        Stopwatch stopwatch = new Stopwatch(churn.filling(), churn.size());
        RunMetrics metrics = new Simulation(setup, Catalog.standard(), Journal.NONE, stopwatch).run();
        if (metrics.jobsFinished() != churn.size()) {
            throw new IllegalStateException("Only " + metrics.jobsFinished() + " of " + churn.size() + " finished.");
        }
        return stopwatch;
    }

    /** The same jobs, which use half of what they ask for. */
    private record Measured(Churn churn) implements Workload {
        private static final JobUse HALF = new JobUse(0.5, 0.5, 0.5);

        @Override
        public Iterator<Arrival> iterator() {
            return churn.iterator();
        }

        @Override
        public long size() {
            return churn.size();
        }

        @Override
        public List<DemandCount> mix() {
            return churn.mix();
        }

        @Override
        public boolean measured() {
            return true;
        }

        @Override
        public JobUse use(long index) {
            return HALF;
        }
    }

    /** Starts with the first start after the filling, stops with the last start of all. */
    private static final class Stopwatch implements Observer {
        private static final int STEAL = 8;
        private static final double JIFFIES_PER_SECOND = 100;

        private final long from;
        private final long to;
        private long starts;
        private long startNanos;
        private long endNanos;
        private double stolenSeconds;

        Stopwatch(long from, long to) {
            this.from = from;
            this.to = to;
        }

        @Override
        public void instant(Frame frame, State state) {
            if (frame.plan() == null) {
                return;
            }
            starts += frame.plan().decisions().size();
            if (startNanos == 0 && starts > from) {
                startNanos = System.nanoTime();
                stolenSeconds = -stolenSoFar();
            }
            if (endNanos == 0 && starts >= to) {
                endNanos = System.nanoTime();
                stolenSeconds += stolenSoFar();
            }
        }

        /** The part of the time in which the host ran something else, 0 to 1. */
        double stolen() {
            return stolenSeconds * 1e9 / (endNanos - startNanos);
        }

        /** Seconds stolen from all processors since the machine started, 0 where the system does not tell; proc(5), stat. */
        private static double stolenSoFar() {
            try (Stream<String> lines = Files.lines(Path.of("/proc/stat"))) {
                String[] jiffies = lines.findFirst().orElse("").split(" +");
                return jiffies.length > STEAL ? Long.parseLong(jiffies[STEAL]) / JIFFIES_PER_SECOND : 0;
            } catch (IOException e) {
                return 0;
            }
        }

        double rate() {
            return (to - from) * 1e9 / (endNanos - startNanos);
        }
    }

    private static String argument(String[] arguments, int index, String fallback) {
        return index < arguments.length ? arguments[index] : fallback;
    }
}
