package io.berth.sim.report.page;

import io.berth.core.decision.Reason;
import io.berth.core.state.Job;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The jobs of a run that waited longest. */
final class LongestWaits {
    /** How many are kept. */
    static final int MOST = 15;

    private final TreeSet<Kept> kept = new TreeSet<>(Comparator.comparingLong((Kept job) -> -job.waitNanos())
            .thenComparingLong(job -> job.job().id()));

    private record Kept(Job job, long waitNanos, String outcome, WaitReasons.@Nullable Answers answers) {}

    /**
     * A job that waited long.
     *
     * @param size its gang and GPUs
     * @param outcome what came of the wait: {@code started}, {@code waiting}, {@code rejected}, {@code cancelled}
     * @param reasons how often the engine gave which reason, the most frequent first
     * @param nodes on how many nodes it did not fit when the engine was asked last, by why not
     * @param tasks how many of its tasks must start together
     * @param room for how many of them there was room then
     */
    record Row(
            long id,
            String name,
            String queue,
            String size,
            Number submitS,
            Number waitS,
            String outcome,
            List<Tally> reasons,
            List<Tally> nodes,
            int tasks,
            int room) {}

    /** A reason and how often. */
    record Tally(Reason reason, long count) {
        static List<Tally> of(SortedMap<Reason, ? extends Number> counts) {
            List<Tally> tallies = new ArrayList<>();
            for (Map.Entry<Reason, ? extends Number> entry : counts.entrySet()) {
                tallies.add(new Tally(entry.getKey(), entry.getValue().longValue()));
            }
            tallies.sort(Comparator.comparingLong(tally -> -tally.count()));
            return tallies;
        }
    }

    /** {@code job} waits no more, or the run is over. */
    void add(Job job, long waitNanos, String outcome, WaitReasons.@Nullable Answers answers) {
        if (waitNanos <= 0) {
            return;
        }
        kept.add(new Kept(job, waitNanos, outcome, answers));
        if (kept.size() > MOST) {
            kept.pollLast();
        }
    }

    /** The longest first; times since {@code originNanos}. */
    List<Row> rows(long originNanos) {
        return kept.stream().map(job -> row(job, originNanos)).toList();
    }

    private static Row row(Kept kept, long originNanos) {
        Job job = kept.job();
        WaitReasons.Answers answers = kept.answers();
        return new Row(
                job.id(),
                JobWords.cut(job.spec().name()),
                JobWords.cut(job.spec().queue()),
                JobWords.size(job.spec()),
                Rounded.seconds(job.submitNanos() - originNanos),
                Rounded.duration((double) kept.waitNanos()),
                kept.outcome(),
                answers == null ? List.of() : Tally.of(answers.reasons),
                answers == null ? List.of() : Tally.of(answers.last.nodes().reasons()),
                job.spec().leastTasks(),
                answers == null ? 0 : answers.last.room());
    }
}
