package io.berth.core.policy.window;

import io.berth.core.model.SequenceModel;
import org.jspecify.annotations.Nullable;

/**
 * Whether the first jobs of the queue are planned together, and how.
 *
 * @param method how, the name of an entry of the catalog
 * @param jobs how many jobs are planned together at most; 0 where each is decided about alone
 * @param work how much work the planner may spend on them, in its units
 * @param lingerNanos how long a job may wait for the window to fill; a tenth of the run time that its user expects at most
 * @param limitNanos how long the engine waits for a plan before the other policies of the strategy decide
 * @param order what says in which order jobs get their places, where that was learnt; else null
 * @param terms what else counts
 */
public record WindowPlanning(
        String method,
        int jobs,
        long work,
        long lingerNanos,
        long limitNanos,
        @Nullable LearntOrder order,
        WindowTerms terms) {
    /** Each job is decided about alone. */
    public static final WindowPlanning NONE = new WindowPlanning("none", 0, 0, 0, 0);

    /** The most jobs of a window; the work grows faster than their number. */
    public static final int MAX_JOBS = 256;

    /** A way that goes by no learnt order. */
    public WindowPlanning(String method, int jobs, long work, long lingerNanos, long limitNanos) {
        this(method, jobs, work, lingerNanos, limitNanos, null, WindowTerms.USUAL);
    }

    /** The same by {@code newOrder}. */
    public WindowPlanning withOrder(LearntOrder newOrder) {
        return new WindowPlanning(method, jobs, work, lingerNanos, limitNanos, newOrder, terms);
    }

    /** The same on {@code newTerms}. */
    public WindowPlanning withTerms(WindowTerms newTerms) {
        return new WindowPlanning(method, jobs, work, lingerNanos, limitNanos, order, newTerms);
    }

    /**
     * A learnt order of the jobs of a window.
     *
     * @param model emits it
     * @param alternatives how many orders are tried beside the first that it emits at most
     */
    public record LearntOrder(SequenceModel model, int alternatives) {}

    /** True where jobs are planned together. */
    public boolean plans() {
        return jobs > 0;
    }
}
