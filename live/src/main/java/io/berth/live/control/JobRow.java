package io.berth.live.control;

import io.berth.core.state.Job;
import io.berth.core.state.JobEnd;
import io.berth.core.state.State;
import io.berth.core.state.part.JobState;
import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A job as {@code ls} shows it.
 *
 * @param state its state, or how it ended
 * @param exitCode null while it lives
 * @param submitNanos UTC nanoseconds
 * @param startNanos likewise; null before it ran
 * @param endNanos likewise; null while it lives
 * @param nodes how many nodes its tasks are on
 * @param nodeNames the first of them
 */
public record JobRow(
        long id,
        String name,
        String queue,
        String state,
        @Nullable Integer exitCode,
        int tasks,
        long submitNanos,
        @Nullable Long startNanos,
        @Nullable Long endNanos,
        int nodes,
        List<String> nodeNames) {
    /** A gang may be on thousands of nodes, and a list of jobs is to stay a list of lines. */
    private static final int MOST_NODE_NAMES = 8;

    public JobRow {
        nodeNames = List.copyOf(nodeNames);
    }

    /** A job that lives. */
    static JobRow of(Job job, State state) {
        TreeSet<String> nodes = new TreeSet<>();
        for (int task = 0; !job.waiting() && task < job.spec().tasks(); task++) {
            if (job.taskState(task) != JobState.ENDED) {
                nodes.add(state.nodes().name(job.node(task)));
            }
        }
        return row(job, job.state().name(), null, null, nodes);
    }

    /** A job that left. */
    static JobRow of(JobEnd end) {
        return row(end.job(), end.outcome().name(), end.job().exitCode(), end.atNanos(), new TreeSet<>());
    }

    private static JobRow row(
            Job job, String state, @Nullable Integer exitCode, @Nullable Long endNanos, SortedSet<String> nodes) {
        return new JobRow(
                job.id(),
                job.spec().name(),
                job.spec().queue(),
                state.toLowerCase(Locale.ROOT),
                exitCode,
                job.spec().tasks(),
                job.submitNanos(),
                job.startNanos() < 0 ? null : job.startNanos(),
                endNanos,
                nodes.size(),
                nodes.stream().limit(MOST_NODE_NAMES).toList());
    }
}
