package io.berth.core.plan.room;

import io.berth.core.cluster.NodeClass;
import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.device.DeviceSet;
import io.berth.core.policy.device.DeviceOrder;
import io.berth.core.policy.device.Offer;
import io.berth.core.state.Job;
import io.berth.core.workload.Demand;
import io.berth.core.workload.term.RunProfile;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.TreeMap;

/** The nodes, ascending, whose devices an order of devices holds to be the same for a job. */
final class JobDevices {
    private JobDevices() {}

    /** True where the tasks of {@code job} that are placed first ask for devices. */
    static boolean asks(Job job) {
        return demand(job).gpus() > 0;
    }

    /** Those that are tried first come first; nodes without devices that will do are left out. */
    static List<int[]> inOrder(NodeTable nodes, Job job, DeviceOrder order, long now) {
        TreeMap<Long, List<Integer>> ranked = new TreeMap<>(Comparator.reverseOrder());
        IdentityHashMap<NodeClass, Long> ranks = new IdentityHashMap<>();
        Demand demand = demand(job);
        for (int node = 0; node < nodes.count(); node++) {
            NodeClass one = nodes.nodeClass(node);
            if (nodes.usable(node) && one.devices().accepts(demand.devices())) {
                long rank = ranks.computeIfAbsent(one, known -> order.rank(job, offer(known, job, demand), now));
                ranked.computeIfAbsent(rank, _ -> new ArrayList<>()).add(node);
            }
        }
        return ranked.values().stream()
                .map(list -> list.stream().mapToInt(Integer::intValue).toArray())
                .toList();
    }

    /** The slowest and the dearest of the devices that will do: which of them a task gets is not known. */
    private static Offer offer(NodeClass nodes, Job job, Demand demand) {
        long pace = RunProfile.MOST;
        long micros = 0;
        for (DeviceSet set : nodes.devices().sets()) {
            if (demand.devices().of().accepts(set.kind(), set.model())) {
                pace = StrictMath.min(pace, job.spec().profile().on(set.model()));
                micros = StrictMath.max(micros, set.rate().micros());
            }
        }
        return new Offer(pace, micros);
    }

    private static Demand demand(Job job) {
        return job.gang().shape(job.gang().inTurn(0)).demand();
    }
}
