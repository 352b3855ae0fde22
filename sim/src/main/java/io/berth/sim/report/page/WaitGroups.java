package io.berth.sim.report.page;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/** Waits of groups of jobs (queues, sizes); groups beyond a bound are counted as one. */
final class WaitGroups {
    /** How many groups are told apart; a report shows fewer. */
    static final int MOST_GROUPS = 64;

    /** The name of all that are not told apart. */
    static final String OTHERS = "*";

    /** How many groups of a run are listed. */
    private static final int MOST_LISTED = 12;

    private final TreeMap<String, Group> groups = new TreeMap<>();

    private static final class Group {
        final WaitHistogram waits = new WaitHistogram();
        long notStarted;

        long jobs() {
            return waits.size() + notStarted;
        }
    }

    /**
     * A group of jobs and how long they waited.
     *
     * @param notStarted jobs that never started, which the times leave out
     */
    record Row(String name, long started, long notStarted, Number meanS, Number p99S, Number maxS) {}

    /** A job of {@code group} waited {@code nanos} and started. */
    void started(String group, long nanos) {
        group(group).waits.add(nanos);
    }

    /** A job of {@code group} never started. */
    void notStarted(String group) {
        group(group).notStarted++;
    }

    /** The groups of most jobs, by name. */
    List<Row> rows() {
        List<String> names = new ArrayList<>(groups.keySet());
        names.sort(Comparator.comparingLong((String name) -> -group(name).jobs()));
        List<String> listed = new ArrayList<>(names.subList(0, StrictMath.min(MOST_LISTED, names.size())));
        listed.sort(Comparator.naturalOrder());
        return listed.stream().map(name -> row(name, group(name))).toList();
    }

    private static Row row(String name, Group group) {
        WaitHistogram waits = group.waits;
        return new Row(
                name,
                waits.size(),
                group.notStarted,
                Rounded.duration(waits.meanNanos()),
                Rounded.duration(waits.quantileNanos(0.99)),
                Rounded.duration(waits.size() == 0 ? Double.NaN : waits.largestNanos()));
    }

    private Group group(String name) {
        boolean known = groups.containsKey(name) || groups.size() < MOST_GROUPS;
        return groups.computeIfAbsent(known ? name : OTHERS, _ -> new Group());
    }
}
