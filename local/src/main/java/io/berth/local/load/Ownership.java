package io.berth.local.load;

import java.util.List;
import java.util.Set;
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
            Set<Integer> ours = new TreeSet<>();
            new Families(processes)
                    .of(pids.get()).values().stream().flatMap(List::stream).forEach(process -> ours.add(process.pid()));
            return ours;
        };
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
