package io.berth.local.load;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Which processes belong to tasks of ours; all others are use by others. */
public interface Ownership {
    /** The numbers of those of {@code processes} that are ours. */
    Set<Integer> ours(List<ProcessReading> processes);

    /**
     * Those whose numbers {@code pids} gives at the moment, and all that descend from them. A process whose parents have
     * ended has left its family, so where there are control groups those tell better.
     */
    static Ownership ofPids(Supplier<Set<Integer>> pids) {
        return processes -> {
            Set<Integer> roots = pids.get();
            Map<Integer, Integer> parents = new TreeMap<>();
            processes.forEach(process -> parents.put(process.pid(), process.parentPid()));
            Set<Integer> ours = new TreeSet<>();
            processes.stream()
                    .filter(process -> descends(process.pid(), roots, parents))
                    .forEach(process -> ours.add(process.pid()));
            return ours;
        };
    }

    private static boolean descends(int pid, Set<Integer> roots, Map<Integer, Integer> parents) {
        Integer ancestor = pid;
        // As many steps as there are processes at most: the table is no snapshot, and may hold a circle.
        for (int steps = 0; ancestor != null && steps <= parents.size(); steps++) {
            if (roots.contains(ancestor)) {
                return true;
            }
            ancestor = parents.get(ancestor);
        }
        return false;
    }

    /** Those whose control group {@code cgroups} accepts. */
    static Ownership ofCgroups(Predicate<String> cgroups) {
        return processes -> {
            Set<Integer> ours = new TreeSet<>();
            processes.stream()
                    .filter(process -> cgroups.test(process.cgroup()))
                    .forEach(process -> ours.add(process.pid()));
            return ours;
        };
    }
}
