package io.berth.sim.fault.draw;

import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import io.berth.core.workload.DeviceDemand;
import io.berth.core.workload.JobKind;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Phase;
import io.berth.core.workload.Phases;
import io.berth.core.workload.TaskGroup;
import io.berth.core.workload.term.JobArray;
import io.berth.core.workload.term.Readiness;
import java.util.ArrayList;
import java.util.List;

/** Jobs with phases, and such that shall run soon after they are started; by a chance of its own, so that all else comes out as without. */
final class DrawnTerms {
    private final Chance chance;

    DrawnTerms(Chance chance) {
        this.chance = chance;
    }

    /** The same, one in six with phases, one in six of those of several tasks, or of one, with a time to be ready. */
    JobSpec of(JobSpec job, boolean early) {
        boolean phased = chance.below(6) == 0;
        int parts = 2 + chance.below(3);
        JobSpec changed = phased && mayHavePhases(job) ? withPhases(job, parts) : job;
        boolean limited = chance.below(6) == 0;
        long within = Nanos.MILLISECOND * (500 + chance.below(20_000));
        int tolerate = chance.below(3) == 0 ? 1 : 0;
        int retries = chance.below(6);
        return limited && early
                ? changed.withTerms(changed.terms().withReady(new Readiness(within, tolerate, retries)))
                : changed;
    }

    private static boolean mayHavePhases(JobSpec job) {
        return job.uniform()
                && job.kind() != JobKind.SERVICE
                && !job.bestEffort()
                && job.workNanos() != Nanos.NEVER
                && job.terms().array().equals(JobArray.NONE);
    }

    /** One of them asks for what the job does, the others for as many tasks or fewer, some of them without devices. */
    private JobSpec withPhases(JobSpec job, int parts) {
        TaskGroup whole = job.groups().getFirst();
        int full = chance.below(parts);
        long each = job.workNanos() / parts;
        List<Phase> phases = new ArrayList<>();
        for (int part = 0; part < parts; part++) {
            TaskGroup group = part == full ? whole : smaller(whole);
            long estimate = job.estimateNanos() == Nanos.NEVER ? Nanos.NEVER : job.estimateNanos() / parts;
            phases.add(new Phase("part-" + part, group, estimate, each));
        }
        return job.withPhases(new Phases(phases, 0));
    }

    private TaskGroup smaller(TaskGroup whole) {
        int tasks = 1 + chance.below(whole.max());
        TaskGroup group = whole.withTasks(StrictMath.min(whole.min(), tasks), tasks);
        boolean without = chance.below(2) == 0 && whole.demand().gpus() > 0;
        return without ? group.withDemand(whole.demand().withDevices(DeviceDemand.NONE)) : group;
    }
}
