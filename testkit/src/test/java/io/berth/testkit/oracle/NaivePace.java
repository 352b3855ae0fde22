package io.berth.testkit.oracle;

import io.berth.core.cluster.device.DeviceSet;
import io.berth.core.decision.Placement;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.TaskGroup;
import io.berth.core.workload.term.ModelSpeed;
import io.berth.core.workload.term.RunProfile;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** When waiting jobs would end that start now, device by device. */
final class NaivePace {
    private NaivePace() {}

    /** At {@code placements}. */
    static long end(Job job, Collection<Placement> placements, State state) {
        long slowest = placements.stream()
                .mapToLong(placement -> at(job.spec().profile(), placement, state))
                .min()
                .orElseThrow();
        return after(job, slowest, state);
    }

    /** On the slowest of the models that it may get. */
    static long lastEnd(Job job, State state) {
        RunProfile profile = job.spec().profile();
        long slowest = job.spec().groups().stream()
                .map(TaskGroup::demand)
                .mapToLong(demand -> slowest(profile, demand))
                .min()
                .orElseThrow();
        return after(job, slowest, state);
    }

    private static long slowest(RunProfile profile, Demand demand) {
        if (demand.gpus() == 0) {
            return RunProfile.TOLD;
        }
        List<Long> speeds = new ArrayList<>();
        demand.gpuModels().forEach(model -> speeds.add(profile.on(model)));
        if (speeds.isEmpty()) {
            speeds.add(RunProfile.TOLD);
            profile.speeds().stream().map(ModelSpeed::millionths).forEach(speeds::add);
        }
        return speeds.stream().min(Long::compare).orElseThrow();
    }

    private static long at(RunProfile profile, Placement placement, State state) {
        long slowest = Long.MAX_VALUE;
        int device = 0;
        for (DeviceSet set : state.nodeTable().spec(placement.node()).devices()) {
            for (int i = 0; i < set.count(); i++, device++) {
                boolean here = (placement.grant().mask() >> device & 1) == 1;
                slowest = here ? Math.min(slowest, profile.on(set.model())) : slowest;
            }
        }
        return slowest == Long.MAX_VALUE ? RunProfile.TOLD : slowest;
    }

    private static long after(Job job, long millionths, State state) {
        long nanos = job.remainingNanos(state.nowNanos());
        if (nanos == Nanos.NEVER) {
            return nanos;
        }
        BigInteger longer = BigInteger.valueOf(nanos)
                .multiply(BigInteger.valueOf(RunProfile.TOLD))
                .add(BigInteger.valueOf(millionths - 1))
                .divide(BigInteger.valueOf(millionths));
        return Nanos.after(state.nowNanos(), longer.longValueExact());
    }
}
