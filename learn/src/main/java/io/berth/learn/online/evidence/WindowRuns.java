package io.berth.learn.online.evidence;

import io.berth.core.catalog.Catalog;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.journal.Journal;
import io.berth.core.state.JobEnd;
import io.berth.core.state.Observer;
import io.berth.core.state.part.JobOutcome;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.term.Terms;
import io.berth.sim.run.Simulation;
import io.berth.sim.workload.Arrival;
import io.berth.sim.workload.ListedWorkload;
import io.berth.sim.world.WorldOptions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The jobs of a window, run in the simulator under any strategy. Jobs that lived when the first of them was submitted are there from
 * the beginning, those that ran with what was left of their work.
 */
public final class WindowRuns {
    private static final double LONG = 0.99;

    private final Setting setting;
    private final ListedWorkload workload;
    private final int jobs;
    private final int carried;

    /** What the jobs of a window met with, by their place in it. */
    public static final class Outcome implements Observer {
        private final double[] slowdown;
        private final double[] waitSeconds;
        private final boolean[] rejected;
        private final int carried;

        private Outcome(int jobs, int carried) {
            this.carried = carried;
            slowdown = new double[jobs];
            waitSeconds = new double[jobs];
            rejected = new boolean[jobs];
        }

        @Override
        public void ended(JobEnd end) {
            int place = (int) end.job().id() - 1 - carried;
            if (place < 0) {
                return;
            }
            long ran = end.job().ranNanos(end.atNanos());
            long wait = end.atNanos() - ran - end.job().submitNanos();
            slowdown[place] = PastJob.slowdown(wait, end.job().spec().workNanos());
            waitSeconds[place] = (double) wait / Nanos.SECOND;
            rejected[place] = end.outcome() == JobOutcome.REJECTED;
        }

        /** The bounded slowdown of the job at {@code place}; of one turned away as if it had started then. */
        public double slowdown(int place) {
            return slowdown[place];
        }

        public double waitSeconds(int place) {
            return waitSeconds[place];
        }

        public boolean rejected(int place) {
            return rejected[place];
        }

        /** The wait in seconds that a hundredth of the jobs exceeds. */
        public double longWaitSeconds() {
            double[] sorted = waitSeconds.clone();
            Arrays.sort(sorted);
            return sorted.length == 0 ? 0 : sorted[(int) (LONG * (sorted.length - 1))];
        }

        /** The mean bounded slowdown from place {@code from} on. */
        public double meanSlowdown(int from) {
            double sum = 0;
            for (int place = from; place < slowdown.length; place++) {
                sum += slowdown[place];
            }
            return sum / StrictMath.max(1, slowdown.length - from);
        }
    }

    /** What the jobs of a window run on, and what is known of them. */
    public record Setting(Catalog catalog, List<NodeSpec> nodes, Experience experience, long seed) {
        public Setting {
            nodes = List.copyOf(nodes);
        }

        /** How long {@code job} ran, or is expected to; nanoseconds. */
        public long workNanos(PastJob job) {
            return job.workNanos(experience.nowNanos(), experience.medianNanos());
        }
    }

    private WindowRuns(Setting setting, List<Arrival> arrivals, int carried) {
        this.setting = setting;
        this.workload = ListedWorkload.of(arrivals);
        this.jobs = arrivals.size() - carried;
        this.carried = carried;
    }

    /** {@code arrivals} on a cluster that is free at first; equal demands are one object. */
    public static WindowRuns of(Setting setting, List<Arrival> arrivals) {
        return new WindowRuns(setting, arrivals, 0);
    }

    /** The jobs {@code past}, in the order of their submission, as they are known now. */
    public static WindowRuns ofPast(Setting setting, List<PastJob> past) {
        Experience experience = setting.experience();
        long unknown = experience.medianNanos();
        Map<Demand, Demand> demands = new LinkedHashMap<>();
        List<Arrival> arrivals = new ArrayList<>();
        List<PastJob> before = past.isEmpty() ? List.of() : experience.carriedInto(past.getFirst());
        for (PastJob job : before) {
            long begin = past.getFirst().submitNanos();
            long work = job.workNanos(experience.nowNanos(), unknown);
            long left = job.startedBy(begin) ? StrictMath.max(1, work - (begin - job.startNanos())) : work;
            arrivals.add(arrival(job.spec(), begin, left, demands));
        }
        for (PastJob job : past) {
            long work = job.workNanos(experience.nowNanos(), unknown);
            arrivals.add(arrival(job.spec(), job.submitNanos(), work, demands));
        }
        return new WindowRuns(setting, arrivals, before.size());
    }

    static Arrival arrival(JobSpec spec, long submitNanos, long workNanos, Map<Demand, Demand> demands) {
        JobSpec shared =
                spec.withEach(group -> group.withDemand(demands.computeIfAbsent(group.demand(), same -> same)));
        return new Arrival(submitNanos, shared.withTerms(Terms.NONE).withWork(workNanos));
    }

    /** How the jobs fare under {@code strategy}. */
    public Outcome run(StrategySpec strategy) {
        Outcome outcome = new Outcome(jobs, carried);
        Simulation.Setup setup = new Simulation.Setup(
                setting.nodes(), workload, strategy, setting.seed(), WorldOptions.IDEAL, Nanos.NEVER, 0);
        new Simulation(setup, setting.catalog(), Journal.NONE, outcome).run();
        return outcome;
    }
}
