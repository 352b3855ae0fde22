package io.berth.sim.portfolio;

import io.berth.core.catalog.Catalog;
import io.berth.core.journal.Journal;
import io.berth.core.metric.Window;
import io.berth.core.state.Observer;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.sim.run.Simulation;
import io.berth.sim.workload.Arrival;
import io.berth.sim.workload.ListedWorkload;
import io.berth.sim.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.function.IntFunction;

/** Workloads that candidates are compared on: the same number is the same workload for all of them. */
public final class DrawnWorkloads {
    /** Stretches that a drawn workload is made of, about. */
    private static final int STRETCHES = 8;

    private static final long SHORTEST_STRETCH = 10 * Nanos.MINUTE;

    private final IntFunction<Drawn> draws;
    private final boolean redrawn;

    /**
     * A workload and where it runs.
     *
     * @param setup whose strategy does not matter
     * @param window what is measured
     */
    public record Drawn(Simulation.Setup setup, Window window) {}

    private DrawnWorkloads(IntFunction<Drawn> draws, boolean redrawn) {
        this.draws = draws;
        this.redrawn = redrawn;
    }

    /** Those that {@code draws} gives by number, each one by itself, such as those of seeds. */
    public static DrawnWorkloads of(IntFunction<Drawn> draws) {
        return new DrawnWorkloads(draws, false);
    }

    /**
     * Made of one again: stretches of its time. What happened in it beside submissions does not happen again, and no job waits for another.
     *
     * @param jobs how many a draw has, about; all it has where it has fewer
     * @param seed of the draws
     */
    public static DrawnWorkloads redrawn(Simulation.Setup setup, long jobs, long seed) {
        List<Arrival> arrivals = new ArrayList<>();
        for (Arrival arrival : setup.workload()) {
            arrivals.add(new Arrival(arrival.atNanos(), Redrawn.alone(arrival.spec())));
        }
        long first = arrivals.getFirst().atNanos();
        long span = StrictMath.max(1, arrivals.getLast().atNanos() - first + 1);
        long length = jobs >= arrivals.size() ? span : (long) ((double) span * jobs / arrivals.size());
        long stretch = StrictMath.clamp(length / STRETCHES, SHORTEST_STRETCH, Nanos.DAY);
        Redrawn source = new Redrawn(arrivals, first, span, stretch);
        return new DrawnWorkloads(
                draw -> {
                    long own = seed + draw;
                    Workload drawn = ListedWorkload.of(source.draw(own, first, length));
                    return new Drawn(with(setup, drawn, own), Window.ALL);
                },
                true);
    }

    private static Simulation.Setup with(Simulation.Setup setup, Workload workload, long seed) {
        return new Simulation.Setup(
                setup.nodes(), workload, setup.strategy(), seed, setup.world(), Nanos.NEVER, setup.shuffleSeed());
    }

    /** True where all are made of one workload again. */
    public boolean redrawn() {
        return redrawn;
    }

    /** The figures of {@code strategy} on draw {@code number}, from 0; any thread may ask. */
    public SortedMap<String, Double> figures(StrategySpec strategy, int number, Catalog catalog) {
        return figures(draws.apply(number), strategy, catalog);
    }

    /** The figures of {@code strategy} on {@code drawn}. */
    public static SortedMap<String, Double> figures(Drawn drawn, StrategySpec strategy, Catalog catalog) {
        Simulation.Setup setup = drawn.setup();
        Simulation.Setup own = new Simulation.Setup(
                setup.nodes(),
                setup.workload(),
                strategy,
                setup.seed(),
                setup.world(),
                setup.untilNanos(),
                setup.shuffleSeed());
        return new Simulation(own, catalog, Journal.NONE, new Observer() {})
                .run(drawn.window())
                .figures();
    }
}
