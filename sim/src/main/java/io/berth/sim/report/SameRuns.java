package io.berth.sim.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** The runs of one strategy at one point of a sweep: they differ by seed. */
final class SameRuns {
    private SameRuns() {}

    /** {@code runs} by what they have in common, in the order of the first of each. */
    static <T> List<List<T>> group(List<T> runs, Function<T, RunReport> report) {
        Map<List<Object>, List<T>> groups = new LinkedHashMap<>();
        for (T run : runs) {
            RunReport one = report.apply(run);
            groups.computeIfAbsent(List.of(one.set(), one.strategy()), _ -> new ArrayList<>())
                    .add(run);
        }
        return new ArrayList<>(groups.values());
    }

    /** The first of each of {@code runs} that are one run twice, whatever their seeds; all where nobody looked what they were. */
    static List<RunReport> distinct(List<RunReport> runs) {
        if (runs.size() < 2) {
            return runs;
        }
        Set<Object> seen = new LinkedHashSet<>();
        return runs.stream()
                .filter(run -> run.identity() == null || seen.add(run.identity()))
                .toList();
    }
}
