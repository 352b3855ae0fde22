package io.berth.testkit.safety;

import io.berth.core.decision.Decision;
import io.berth.core.decision.Placement;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.TaskGroup;
import java.util.SortedMap;
import java.util.TreeMap;

/** The tasks that a start names, counted from nothing. */
final class NamedTasks {
    private NamedTasks() {}

    /** Where each task goes. */
    static SortedMap<Integer, Placement> placements(Decision.Start start) {
        TreeMap<Integer, Placement> placements = new TreeMap<>();
        for (int i = 0; i < start.placements().size(); i++) {
            placements.put(start.task(i), start.placements().get(i));
        }
        return placements;
    }

    /** True where it names each task once, in order, and of each group at least the fewest and at most as many as there are. */
    static boolean whole(JobSpec job, Decision.Start start) {
        int last = -1;
        for (int i = 0; i < start.placements().size(); i++) {
            if (start.task(i) <= last) {
                return false;
            }
            last = start.task(i);
        }
        SortedMap<Integer, Placement> named = placements(start);
        int first = 0;
        for (TaskGroup group : job.groups()) {
            int count = named.subMap(first, first + group.max()).size();
            if (count < group.min()) {
                return false;
            }
            first += group.max();
        }
        return named.subMap(0, first).size() == named.size();
    }
}
