package io.berth.learn.environment.engine;

import io.berth.core.time.Chance;
import io.berth.sim.run.Simulation;
import io.berth.sim.scenario.PreparedScenario;
import io.berth.sim.workload.Arrival;
import io.berth.sim.workload.ListedWorkload;
import io.berth.sim.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;

/**
 * What is simulated in the episode of each seed: cluster, jobs and world. Equal seeds give equal episodes.
 *
 * <p>Where the jobs come from a trace, an episode is a window of it: so many jobs one after the other, the first drawn by the seed,
 * each at the instant at which the trace has it. Generated jobs are drawn anew for each seed; the window is then of those. All jobs of
 * an episode count: what a scenario says of warm-up and cool-down does not matter. Environments of several threads may share them.
 */
public final class Episodes {
    /** {@link #of} with all jobs of the scenario. */
    public static final int ALL = 0;

    private static final String STREAM = "episode";

    private final LongFunction<Simulation.Setup> setups;
    private final int jobs;
    private final Scales scales;

    private Episodes(LongFunction<Simulation.Setup> setups, int jobs, Scales scales) {
        this.setups = setups;
        this.jobs = jobs;
        this.scales = scales;
    }

    private static int checked(int jobs) {
        if (jobs < 0) {
            throw new IllegalArgumentException(
                    "The jobs (" + jobs + ") of an episode must be 1 or more, or 0 for all.");
        }
        return jobs;
    }

    /**
     * Episodes of {@code scenario}.
     *
     * @param jobs how many, in windows; {@link #ALL} for all
     * @param firstSeed the seed whose jobs say how large jobs can be ({@link Scales}), such as the first of the scenario
     * @throws IllegalArgumentException where the workload has no end, or {@code jobs} is negative
     */
    public static Episodes of(PreparedScenario scenario, int jobs, long firstSeed) {
        return of(seed -> scenario.draw(EngineOptions.FIRST_COME, seed), jobs, firstSeed);
    }

    /** Episodes of what {@code setups} gives for a seed, whose strategy does not matter. */
    public static Episodes of(LongFunction<Simulation.Setup> setups, int jobs, long firstSeed) {
        Simulation.Setup first = setups.apply(firstSeed);
        if (first.workload().size() == Workload.ENDLESS) {
            throw new IllegalArgumentException(
                    "Episodes need a workload with an end; say how many jobs are generated.");
        }
        return new Episodes(setups, checked(jobs), Scales.of(first));
    }

    /**
     * The same of a part of the jobs, such as those that are learnt from and those that are tested on; what features are divided by
     * stays.
     *
     * @param from where the part begins, of all jobs, from 0 to 1
     * @param to where it ends, likewise
     * @param newJobs of an episode, in windows; {@link #ALL} for all of the part
     */
    public Episodes part(double from, double to, int newJobs) {
        return new Episodes(seed -> part(setups.apply(seed), from, to), checked(newJobs), scales);
    }

    private static Simulation.Setup part(Simulation.Setup setup, double from, double to) {
        long count = setup.workload().size();
        int first = (int) (from * count);
        int after = (int) (to * count);
        return first == 0 && after == count ? setup : window(setup, first, after);
    }

    /** What features are divided by. */
    public Scales scales() {
        return scales;
    }

    /** The episode of {@code seed}; its strategy does not matter. */
    Simulation.Setup of(long seed) {
        Simulation.Setup setup = setups.apply(seed);
        if (jobs == ALL || setup.workload().size() <= jobs) {
            return setup;
        }
        int places = (int) setup.workload().size() - jobs + 1;
        int first = new Chance(seed, STREAM, 0).below(places);
        return window(setup, first, first + jobs);
    }

    private static Simulation.Setup window(Simulation.Setup setup, int first, int after) {
        Workload window = new ListedWorkload(
                list(setup.workload()).subList(first, after), setup.workload().mix());
        return new Simulation.Setup(
                setup.nodes(),
                window,
                setup.strategy(),
                setup.seed(),
                setup.world(),
                setup.untilNanos(),
                setup.shuffleSeed());
    }

    private static List<Arrival> list(Workload workload) {
        if (workload instanceof ListedWorkload listed) {
            return listed.arrivals();
        }
        List<Arrival> all = new ArrayList<>();
        workload.forEach(all::add);
        return all;
    }
}
