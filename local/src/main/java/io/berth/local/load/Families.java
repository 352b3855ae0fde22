package io.berth.local.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Which processes descend from which, in one look at all of them. A process whose parents have ended has left its family. The table is no
 * snapshot and may hold a circle, of which nobody descends.
 */
final class Families {
    private final List<ProcessReading> processes;
    private final Map<Integer, Integer> parents = new TreeMap<>();

    Families(List<ProcessReading> processes) {
        this.processes = processes;
        processes.forEach(process -> parents.put(process.pid(), process.parentPid()));
    }

    /** The processes by the closest of {@code roots} that each is or descends from; those of none are left out. */
    Map<Integer, List<ProcessReading>> of(Set<Integer> roots) {
        Map<Integer, List<ProcessReading>> families = new TreeMap<>();
        for (ProcessReading process : processes) {
            Integer root = root(process.pid(), roots);
            if (root != null) {
                families.computeIfAbsent(root, _ -> new ArrayList<>()).add(process);
            }
        }
        return families;
    }

    private @Nullable Integer root(int pid, Set<Integer> roots) {
        Integer ancestor = pid;
        for (int steps = 0; ancestor != null && steps <= parents.size(); steps++) {
            if (roots.contains(ancestor)) {
                return ancestor;
            }
            ancestor = parents.get(ancestor);
        }
        return null;
    }
}
