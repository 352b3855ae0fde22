package io.berth.app.simulate;

import io.berth.app.catalog.FullCatalog;
import io.berth.app.command.Output;
import io.berth.app.command.Progress;
import io.berth.app.command.SideBySide;
import io.berth.core.journal.Journal;
import io.berth.core.metric.Window;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.sim.adaptive.Selector;
import io.berth.sim.report.JobCounter;
import io.berth.sim.report.JobTimes;
import io.berth.sim.report.JobTimes.Warmup;
import io.berth.sim.run.Simulation;
import io.berth.sim.run.Steering;
import io.berth.sim.scenario.PreparedScenario;
import io.berth.sim.workload.Arrival;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;

/**
 * What is measured of each seed of a point. Where the scenario asks for the warm-up to be found, each strategy runs once for
 * that, and all of a seed are measured from the latest warm-up of them on: on the same jobs, and none before it settled.
 *
 * @param chosen what was found, by seed; empty where the scenario says what to measure
 */
record Warmups(SortedMap<Long, Window> windows, List<Chosen> chosen) {
    /**
     * The warm-up that was found for a seed.
     *
     * @param set the swept values by key; empty without a sweep
     * @param seconds from the first arrival until the first job that counts
     * @param jobs how many came before that; those of its very instant count
     * @param settled false where a strategy did not settle within the first half of its jobs
     */
    record Chosen(Map<String, String> set, long seed, double seconds, long jobs, boolean settled) {}

    /** The windows of {@code point}, telling {@code output} how far the search is. */
    static Warmups of(SimulatedPoint point, Output output) {
        PreparedScenario prepared = point.prepared();
        List<Long> seeds = point.scenario().seeds();
        TreeMap<Long, Window> windows = new TreeMap<>();
        List<Chosen> chosen = new ArrayList<>();
        if (!prepared.findsWarmup()) {
            seeds.forEach(seed -> windows.put(seed, prepared.window(seed)));
            return new Warmups(windows, chosen);
        }
        List<Warmup> found = search(point, output);
        int strategies = point.scenario().strategies().size();
        for (int i = 0; i < seeds.size(); i++) {
            choose(point, seeds.get(i), found.subList(i * strategies, (i + 1) * strategies), windows, chosen);
        }
        return new Warmups(windows, chosen);
    }

    /** What is measured of the runs with {@code seed}. */
    Window window(long seed) {
        return windows.getOrDefault(seed, Window.ALL);
    }

    /** A line for people on what was found; empty where nothing was looked for. */
    String text() {
        if (chosen.isEmpty()) {
            return "";
        }
        double[] seconds = chosen.stream().mapToDouble(Chosen::seconds).sorted().toArray();
        long[] jobs = chosen.stream().mapToLong(Chosen::jobs).sorted().toArray();
        String text = "warm-up by MSER-5: " + range(duration(seconds[0]), duration(seconds[seconds.length - 1])) + ", "
                + range(Long.toString(jobs[0]), Long.toString(jobs[jobs.length - 1])) + " jobs left out";
        List<Long> unsettled = chosen.stream()
                .filter(found -> !found.settled())
                .map(Chosen::seed)
                .toList();
        String doubt = unsettled.isEmpty() ? "" : "; not settled with seed " + unsettled;
        return text + doubt + "\n";
    }

    /** By seed, and by strategy within. */
    private static List<Warmup> search(SimulatedPoint point, Output output) {
        List<Callable<Warmup>> tasks = new ArrayList<>();
        List<StrategySpec> strategies = point.scenario().strategies();
        long jobs = 0;
        for (long seed : point.scenario().seeds()) {
            jobs += point.prepared().jobs(seed) * strategies.size();
        }
        try (Progress progress = new Progress("jobs for the warm-up", jobs, output.err())) {
            for (long seed : point.scenario().seeds()) {
                for (StrategySpec strategy : strategies) {
                    tasks.add(() -> warmup(point.prepared(), strategy, seed, progress));
                }
            }
            return SideBySide.run(tasks);
        }
    }

    private static Warmup warmup(PreparedScenario prepared, StrategySpec strategy, long seed, Progress progress) {
        JobTimes times = new JobTimes(prepared.window(seed));
        Simulation.Setup setup = prepared.setup(strategy, seed);
        Selector selector = prepared.selector(strategy, seed, FullCatalog.get());
        new Simulation(setup, FullCatalog.get(), Journal.NONE, new JobCounter(progress::add).andThen(times))
                .steered(selector == null ? Steering.NONE : selector)
                .run();
        return times.warmup();
    }

    /** Adds what is measured with {@code seed}, of which {@code found} has a warm-up for each strategy. */
    private static void choose(
            SimulatedPoint point, long seed, List<Warmup> found, Map<Long, Window> windows, List<Chosen> chosen) {
        int jobs = found.stream().mapToInt(Warmup::jobs).max().orElse(0);
        boolean settled = found.stream().allMatch(Warmup::settled);
        if (jobs == 0) {
            windows.put(seed, point.prepared().window(seed));
            chosen.add(new Chosen(point.set(), seed, 0, 0, settled));
            return;
        }
        StrategySpec any = point.scenario().strategies().getFirst();
        Iterator<Arrival> arrivals =
                point.prepared().setup(any, seed).workload().iterator();
        long first = arrivals.next().atNanos();
        long from = first;
        for (int job = 0; job < jobs; job++) {
            from = arrivals.next().atNanos();
        }
        windows.put(seed, point.prepared().window(seed, from));
        chosen.add(new Chosen(point.set(), seed, Nanos.toSeconds(from - first), jobs, settled));
    }

    private static String duration(double seconds) {
        return seconds == 0 ? "0s" : Nanos.format(StrictMath.round(seconds * Nanos.SECOND));
    }

    private static String range(String least, String most) {
        return least.equals(most) ? least : least + " to " + most;
    }
}
