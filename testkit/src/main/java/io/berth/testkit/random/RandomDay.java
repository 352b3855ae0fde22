package io.berth.testkit.random;

import io.berth.core.catalog.Catalog;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.event.Event;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import io.berth.core.workload.JobSpec;
import io.berth.sim.workload.Arrival;
import io.berth.sim.world.WorldOptions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/**
 * A small cluster and all that happens to it from outside, drawn from a seed: arrivals, cancellations, nodes that are lost,
 * drained or used by others, changes of strategy, a world whose starts and tasks fail. Everything falls on whole seconds, so
 * that many events share an instant. In the end all nodes are back and whole, and what would never end is cancelled.
 *
 * @param operations what happens to nodes and by operators, in order of time
 * @param arrivals jobs, numbered from 1 in this order
 */
public record RandomDay(
        long seed,
        List<NodeSpec> nodes,
        StrategySpec strategy,
        List<Arrival> arrivals,
        List<Timed> operations,
        WorldOptions world) {
    private static final int LAST_ARRIVAL = 120;
    private static final int REST = 300;

    /** An event and its instant. */
    public record Timed(long atNanos, Event event) {}

    /** The day of {@code seed} that begins with {@code strategy}. */
    public static RandomDay of(long seed, StrategySpec strategy, Catalog catalog) {
        Chance chance = new Chance(seed, "random-day", 0);
        RandomGroups groups = new RandomGroups(seed);
        RandomPeers peers = new RandomPeers(seed);
        RandomPreferences preferences = new RandomPreferences(seed);
        RandomSpecs specs = new RandomSpecs(chance, job -> preferences.preferring(peers.ruled(groups.grouped(job))));
        List<NodeSpec> nodes = new ArrayList<>();
        int count = 1 + chance.below(6);
        for (int node = 0; node < count; node++) {
            nodes.add(specs.node(node));
        }
        List<Arrival> arrivals = arrivals(specs, chance);
        List<Timed> operations = new ArrayList<>();
        for (int node = 0; node < count; node++) {
            trouble(node, nodes.get(node), chance, operations);
        }
        cancellations(arrivals, chance, operations);
        strategies(specs, catalog, chance, operations);
        operations.sort(Comparator.comparingLong(Timed::atNanos));
        WorldOptions world = new WorldOptions(
                chance.below(3) * Nanos.SECOND, chance.below(3) * 0.15, chance.below(2) * 0.1, Nanos.NEVER, 0);
        return new RandomDay(seed, nodes, strategy, arrivals, operations, world);
    }

    /** A day of any strategy. */
    public static RandomDay of(long seed, Catalog catalog) {
        return of(seed, new RandomSpecs(new Chance(seed, "random-strategy", 0)).strategy(catalog), catalog);
    }

    private static List<Arrival> arrivals(RandomSpecs specs, Chance chance) {
        List<Long> times = new ArrayList<>();
        int submissions = 10 + chance.below(50);
        for (int i = 0; i < submissions; i++) {
            times.add(at(1 + chance.below(LAST_ARRIVAL)));
        }
        times.sort(Comparator.naturalOrder());
        List<Arrival> arrivals = new ArrayList<>();
        for (long time : times) {
            specs.submission(arrivals.size() + 1L).forEach(spec -> arrivals.add(new Arrival(time, spec)));
        }
        return arrivals;
    }

    private static void trouble(int node, NodeSpec spec, Chance chance, List<Timed> operations) {
        int second = 1;
        while (chance.below(3) > 0) {
            second += 1 + chance.below(60);
            int back = second + chance.below(20);
            operations.add(new Timed(at(second), new Event.NodeLost(node)));
            operations.add(new Timed(at(back), new Event.NodeJoined(node, spec)));
            second = back;
        }
        if (chance.below(2) == 0) {
            operations.add(new Timed(at(1 + chance.below(LAST_ARRIVAL)), new Event.NodeDrained(node, true)));
        }
        TreeSet<Integer> reports = new TreeSet<>();
        while (chance.below(3) == 0) {
            reports.add(1 + chance.below(LAST_ARRIVAL));
        }
        for (int report : reports) {
            operations.add(new Timed(
                    at(report),
                    new Event.UsageObserved(node, 1000L * chance.below(20), chance.below(64) * (1L << 30))));
        }
        int end = LAST_ARRIVAL + REST;
        operations.add(new Timed(at(end), new Event.UsageObserved(node, 0, 0)));
        operations.add(new Timed(at(end), new Event.NodeDrained(node, false)));
    }

    private static void cancellations(List<Arrival> arrivals, Chance chance, List<Timed> operations) {
        for (int job = 1; job <= arrivals.size(); job++) {
            JobSpec spec = arrivals.get(job - 1).spec();
            if (chance.below(8) == 0) {
                long at = arrivals.get(job - 1).atNanos() + chance.below(60) * Nanos.SECOND;
                operations.add(new Timed(at, new Event.JobCancelled(job)));
            }
            if (spec.workNanos() == Nanos.NEVER) {
                int end = LAST_ARRIVAL + chance.below(REST);
                operations.add(new Timed(at(end), new Event.JobCancelled(job)));
            }
        }
    }

    private static void strategies(RandomSpecs specs, Catalog catalog, Chance chance, List<Timed> operations) {
        int second = 1;
        while (chance.below(2) == 0) {
            second += 1 + chance.below(50);
            operations.add(new Timed(at(second), new Event.StrategyChanged(specs.strategy(catalog))));
        }
    }

    private static long at(int second) {
        return second * Nanos.SECOND;
    }
}
