package io.berth.sim.scenario;

import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Amounts;
import io.berth.core.workload.Demand;
import io.berth.core.workload.DeviceDemand;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Phase;
import io.berth.core.workload.Phases;
import io.berth.core.workload.TaskGroup;
import io.berth.sim.workload.Arrival;
import io.berth.sim.workload.Workload;
import io.berth.spec.phase.PhasedSpec;
import java.util.ArrayList;
import java.util.List;

/** Which generated jobs ask for different amounts one after another; drawn by the seed, by a chance of its own. */
final class PhasedWorkload {
    private static final String STREAM = "generate.phased";

    private PhasedWorkload() {}

    /** {@code jobs}, with phases as {@code phased} says. */
    static Workload of(Workload jobs, PhasedSpec phased, long seed) {
        if (phased.share() == 0) {
            return jobs;
        }
        return new ChangedJobs(jobs, (arrival, number) -> {
            boolean changes = new Chance(seed, STREAM, number).unit() < phased.share();
            return changes ? new Arrival(arrival.atNanos(), of(arrival.spec(), phased)) : arrival;
        });
    }

    private static JobSpec of(JobSpec job, PhasedSpec phased) {
        if (!job.uniform() || job.demand().gpus() == 0 || job.bestEffort()) {
            return job;
        }
        TaskGroup whole = job.groups().getFirst();
        List<Phase> phases = new ArrayList<>();
        if (phased.load() > 0) {
            TaskGroup loads = whole.withTasks(1, 1).withDemand(whole.demand().withDevices(DeviceDemand.NONE));
            phases.add(part(job, "load", loads, phased.load()));
        }
        phases.add(part(job, "train", whole, 1 - phased.load() - phased.evaluate()));
        TaskGroup evaluates = whole.withTasks(1, 1).withDemand(onOne(whole.demand()));
        if (phased.evaluate() > 0) {
            phases.add(part(job, "evaluate", evaluates, phased.evaluate()));
        }
        return phases.size() == 1 ? job : job.withPhases(new Phases(phases, 0));
    }

    private static Phase part(JobSpec job, String name, TaskGroup group, double part) {
        return new Phase(name, group, part(job.estimateNanos(), part), part(job.workNanos(), part));
    }

    private static long part(long nanos, double part) {
        return nanos == Nanos.NEVER ? nanos : StrictMath.max(1, StrictMath.round(nanos * part));
    }

    /** What one of its devices needs. */
    private static Demand onOne(Demand demand) {
        int gpus = demand.gpus();
        if (gpus == 1 || !demand.wholeGpus()) {
            return demand;
        }
        Amounts all = demand.amounts();
        Amounts one = new Amounts(
                all.cpuMilli() / gpus,
                all.memoryBytes() / gpus,
                all.diskBytes() / gpus,
                all.diskIoBytesPerSecond() / gpus,
                all.networkBytesPerSecond() / gpus,
                all.extended());
        return demand.withGpus(1).withAmounts(one);
    }
}
