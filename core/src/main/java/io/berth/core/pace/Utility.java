package io.berth.core.pace;

import io.berth.core.cluster.device.DeviceLayout;
import io.berth.core.cluster.device.DeviceSet;
import io.berth.core.workload.Demand;
import io.berth.core.workload.term.RunProfile;

/** What a job is worth by where it is. */
public final class Utility {
    private Utility() {}

    /**
     * What a task that asks for {@code demand} is worth on a node with {@code devices}, millionths of what it is worth where nothing is told:
     * the least of those that will do, as which of them it gets is not known. A task without devices is worth the same everywhere.
     */
    public static long of(RunProfile profile, Demand demand, DeviceLayout devices) {
        if (profile.utilities().isEmpty() || demand.gpus() == 0) {
            return RunProfile.TOLD;
        }
        long least = Long.MAX_VALUE;
        for (DeviceSet set : devices.sets()) {
            if (demand.devices().of().accepts(set.kind(), set.model())) {
                least = StrictMath.min(least, profile.utilityOn(set.model()));
            }
        }
        return least == Long.MAX_VALUE ? RunProfile.TOLD : least;
    }
}
