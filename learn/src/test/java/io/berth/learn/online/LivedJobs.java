package io.berth.learn.online;

import io.berth.core.catalog.Catalog;
import io.berth.core.journal.Journal;
import io.berth.core.state.JobEnd;
import io.berth.core.state.Observer;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.learn.online.evidence.PastJob;
import io.berth.sim.run.Simulation;
import io.berth.sim.workload.ListedWorkload;
import io.berth.sim.world.WorldOptions;
import java.util.Arrays;

/** The bounded slowdown of each job of a run, by its number. */
final class LivedJobs implements Observer {
    private static final double LONG = 0.99;

    private final double[] slowdown;
    private final double[] waitSeconds;

    LivedJobs(int jobs) {
        slowdown = new double[jobs];
        waitSeconds = new double[jobs];
    }

    static LivedJobs fixed(ListedWorkload workload, StrategySpec strategy) {
        LivedJobs lived = new LivedJobs((int) workload.size());
        Simulation.Setup setup =
                new Simulation.Setup(ShiftingWorkload.NODES, workload, strategy, 1, WorldOptions.IDEAL, Nanos.NEVER, 0);
        new Simulation(setup, Catalog.standard(), Journal.NONE, lived).run();
        return lived;
    }

    @Override
    public void ended(JobEnd end) {
        long work = end.job().ranNanos(end.atNanos());
        long wait = end.atNanos() - work - end.job().submitNanos();
        int place = (int) end.job().id() - 1;
        slowdown[place] = PastJob.slowdown(wait, work);
        waitSeconds[place] = (double) wait / Nanos.SECOND;
    }

    /** The wait that a hundredth of the jobs exceeds. */
    double longWaitSeconds() {
        double[] sorted = waitSeconds.clone();
        Arrays.sort(sorted);
        return sorted[(int) (LONG * (sorted.length - 1))];
    }

    double mean(int from, int to) {
        double sum = 0;
        for (int i = from; i < to; i++) {
            sum += slowdown[i];
        }
        return sum / (to - from);
    }
}
