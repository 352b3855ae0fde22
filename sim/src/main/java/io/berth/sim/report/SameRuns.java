package io.berth.sim.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * What the runs of one strategy at one point of a sweep have in common; they differ by seed.
 *
 * @param set the swept values of the scenario by key
 */
record SameRuns(Map<String, String> set, String strategy) {
    /** {@code runs} by what they have in common, in the order of the first of each. */
    static <T> List<List<T>> group(List<T> runs, Function<T, RunReport> report) {
        Map<SameRuns, List<T>> groups = new LinkedHashMap<>();
        for (T run : runs) {
            RunReport one = report.apply(run);
            groups.computeIfAbsent(new SameRuns(one.set(), one.strategy()), _ -> new ArrayList<>())
                    .add(run);
        }
        return new ArrayList<>(groups.values());
    }

    /** The first of each of {@code runs} that are one run twice, whatever their seeds; all where nobody looked what they were. */
    static List<RunReport> distinct(List<RunReport> runs) {
        Set<Object> seen = new LinkedHashSet<>();
        return runs.stream()
                .filter(run -> run.identity() == null || seen.add(run.identity()))
                .toList();
    }
}
