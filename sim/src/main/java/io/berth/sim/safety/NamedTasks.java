package io.berth.sim.safety;

import io.berth.core.decision.Decision;
import io.berth.core.decision.Placement;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.TaskGroup;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** The tasks that a start names, counted from nothing. */
public final class NamedTasks {
    private NamedTasks() {}

    /** Where each task goes. */
    static SortedMap<Integer, Placement> placements(Decision.Start start) {
        TreeMap<Integer, Placement> placements = new TreeMap<>();
        for (int i = 0; i < start.placements().size(); i++) {
            placements.put(start.task(i), start.placements().get(i));
        }
        return placements;
    }

    /**
     * The orders in which tasks are placed: as many as must start of the group that asks for most first, then the others; or of the groups
     * as they are written.
     */
    static List<List<Integer>> orders(JobSpec job, Set<Integer> tasks) {
        List<Integer> written = new ArrayList<>();
        for (int group = 0; group < job.groups().size(); group++) {
            written.add(group);
        }
        List<Integer> hardest = new ArrayList<>(written);
        hardest.sort(Comparator.<Integer>comparingLong(
                        group -> -job.groups().get(group).demand().totalGpuMilli())
                .thenComparingLong(group -> -job.groups().get(group).demand().cpuMilli()));
        return List.of(order(job, tasks, hardest), order(job, tasks, written));
    }

    private static List<Integer> order(JobSpec job, Set<Integer> tasks, List<Integer> groups) {
        List<Integer> least = new ArrayList<>();
        List<Integer> more = new ArrayList<>();
        for (int group : groups) {
            int first = job.firstTask(group);
            TaskGroup of = job.groups().get(group);
            int left = of.min();
            for (int task = first; task < first + of.max(); task++) {
                if (tasks.contains(task)) {
                    (left-- > 0 ? least : more).add(task);
                }
            }
        }
        least.addAll(more);
        return least;
    }

    /** True where it names each task once, in order, and of each group at least the fewest and at most as many as there are. */
    public static boolean whole(JobSpec job, Decision.Start start) {
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
