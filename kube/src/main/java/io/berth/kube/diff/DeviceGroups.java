package io.berth.kube.diff;

import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.state.State.TaskOfJob;
import io.berth.kube.mirror.Mirror;
import io.berth.kube.object.Pod;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Which devices of a node have which names, where those who share one have its name in common. */
public final class DeviceGroups {
    private DeviceGroups() {}

    /** The names of devices of node number {@code node} that pods hold, by the number of the device in the state. */
    public static Map<Integer, String> of(Mirror mirror, State state, int node) {
        Map<Integer, String> names = new TreeMap<>();
        for (String uid : mirror.podsOf(state.nodes().name(node))) {
            Pod pod = mirror.pod(uid);
            TaskOfJob known = state.taskByKey(uid);
            List<String> groups = pod == null ? List.of() : mirror.shares().groups(pod);
            if (known != null && holds(known, node)) {
                long left = known.job().grant(known.task()).mask();
                for (int i = 0; i < groups.size() && left != 0; i++, left &= left - 1) {
                    names.put(Long.numberOfTrailingZeros(left), groups.get(i));
                }
            }
        }
        return names;
    }

    private static boolean holds(TaskOfJob known, int node) {
        Job job = known.job();
        return !job.waiting() && job.holds(known.task()) && job.node(known.task()) == node;
    }
}
