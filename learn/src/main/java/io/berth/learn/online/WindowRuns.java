package io.berth.learn.online;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.engine.JobEnd;
import io.berth.core.engine.JobOutcome;
import io.berth.core.engine.Observer;
import io.berth.core.journal.Journal;
import io.berth.core.policy.Catalog;
import io.berth.core.policy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Terms;
import io.berth.sim.run.Simulation;
import io.berth.sim.workload.Arrival;
import io.berth.sim.workload.ListedWorkload;
import io.berth.sim.world.WorldOptions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The jobs of a window, run in the simulator under any strategy. Jobs that lived when the first of them was submitted are there from
 * the beginning, those that ran with what was left of their work.
 */
final class WindowRuns {
    private final Catalog catalog;
    private final List<NodeSpec> nodes;
    private final ListedWorkload workload;
    private final int jobs;
    private final int carried;
    private final long seed;

    /** What the jobs of a window met with, by their place in it. */
    static final class Outcome implements Observer {
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
        double slowdown(int place) {
            return slowdown[place];
        }

        double waitSeconds(int place) {
            return waitSeconds[place];
        }

        boolean rejected(int place) {
            return rejected[place];
        }

        /** The mean bounded slowdown from place {@code from} on. */
        double meanSlowdown(int from) {
            double sum = 0;
            for (int place = from; place < slowdown.length; place++) {
                sum += slowdown[place];
            }
            return sum / StrictMath.max(1, slowdown.length - from);
        }
    }

    /** The jobs {@code past}, in the order of their submission, as they are known at {@code experience}'s now. */
    WindowRuns(Catalog catalog, List<NodeSpec> nodes, List<PastJob> past, Experience experience, long seed) {
        this.catalog = catalog;
        this.nodes = List.copyOf(nodes);
        this.seed = seed;
        this.jobs = past.size();
        long unknown = experience.medianNanos();
        Map<Demand, Demand> demands = new LinkedHashMap<>();
        List<Arrival> arrivals = new ArrayList<>();
        List<PastJob> before = past.isEmpty() ? List.of() : experience.carriedInto(past.getFirst());
        this.carried = before.size();
        for (PastJob job : before) {
            long begin = past.getFirst().submitNanos();
            long work = job.workNanos(experience.nowNanos(), unknown);
            long left = job.startedBy(begin) ? StrictMath.max(1, work - (begin - job.startNanos())) : work;
            arrivals.add(arrival(job, begin, left, demands));
        }
        for (PastJob job : past) {
            long work = job.workNanos(experience.nowNanos(), unknown);
            arrivals.add(arrival(job, job.submitNanos(), work, demands));
        }
        this.workload = ListedWorkload.of(arrivals);
    }

    private static Arrival arrival(PastJob job, long submitNanos, long workNanos, Map<Demand, Demand> demands) {
        JobSpec spec = job.spec();
        Demand demand = demands.computeIfAbsent(spec.demand(), it -> it);
        return new Arrival(
                submitNanos, spec.withDemand(demand).withTerms(Terms.NONE).withWork(workNanos));
    }

    /** How the jobs fare under {@code strategy}. */
    Outcome run(StrategySpec strategy) {
        Outcome outcome = new Outcome(jobs, carried);
        Simulation.Setup setup =
                new Simulation.Setup(nodes, workload, strategy, seed, WorldOptions.IDEAL, Nanos.NEVER, 0);
        new Simulation(setup, catalog, Journal.NONE, outcome).run();
        return outcome;
    }
}
