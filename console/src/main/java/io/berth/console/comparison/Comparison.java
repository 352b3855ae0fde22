package io.berth.console.comparison;

import io.berth.core.strategy.StrategySpec;
import io.berth.sim.comparison.Difference;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * A comparison as it stands; it never changes.
 *
 * @param id its number
 * @param hours how far back its workload reaches
 * @param strategies what is compared; the first holds when it begins, and differences are from it
 * @param phase how far it is
 * @param progress the share of the work that is done, 0 to 1
 * @param problem why it failed; null where it did not
 * @param span what it is about; null until that is read
 * @param rows what is known of the strategies so far, in their order
 */
public record Comparison(
        long id,
        double hours,
        List<StrategySpec> strategies,
        Phase phase,
        double progress,
        @Nullable String problem,
        @Nullable Span span,
        List<Row> rows) {
    /** How far a comparison is. */
    public enum Phase {
        READING,
        SIMULATING,
        DONE,
        CANCELLED,
        FAILED;

        /** True where nothing more comes. */
        public boolean over() {
            return this == DONE || this == CANCELLED || this == FAILED;
        }
    }

    /**
     * What was recorded.
     *
     * @param fromNanos UTC nanoseconds; likewise {@code toNanos}
     * @param nodes that take tasks
     * @param counts of its jobs
     * @param measured how it really was
     */
    public record Span(long fromNanos, long toNanos, int nodes, Jobs counts, Figures measured) {}

    /** How many jobs there are, how many of them ended, and how many only ran or never did. */
    public record Jobs(int jobs, int ended, int running, int waiting) {}

    /**
     * What jobs met with that were submitted in the span: seconds, per cent; NaN where there were none.
     *
     * @param jobs that finished
     * @param rejected jobs that were turned away
     */
    public record Figures(
            long jobs,
            long rejected,
            double waitMeanSeconds,
            double waitP99Seconds,
            double jctMeanSeconds,
            double jctP99Seconds,
            double gpuAllocationPct) {}

    /**
     * One strategy.
     *
     * @param figures null where it was more work than is spent on one
     * @param differences of means over jobs from the first strategy, by figure: there is one list of jobs, so blocks of its jobs are
     *     drawn; empty for the first, and where either has no figures
     * @param wallSeconds how long its simulation took
     */
    public record Row(
            StrategySpec strategy,
            @Nullable Figures figures,
            SortedMap<String, Difference> differences,
            double wallSeconds) {}

    public Comparison {
        strategies = List.copyOf(strategies);
        rows = List.copyOf(rows);
    }

    static Comparison begun(long id, double hours, List<StrategySpec> strategies) {
        return new Comparison(id, hours, strategies, Phase.READING, 0, null, null, List.of());
    }

    Comparison in(Phase next) {
        return new Comparison(id, hours, strategies, next, progress, problem, span, rows);
    }

    Comparison at(double share) {
        return new Comparison(id, hours, strategies, phase, share, problem, span, rows);
    }

    Comparison of(Span read) {
        return new Comparison(id, hours, strategies, Phase.SIMULATING, progress, problem, read, rows);
    }

    Comparison with(List<Row> known) {
        return new Comparison(id, hours, strategies, phase, progress, problem, span, known);
    }

    Comparison failed(String why) {
        return new Comparison(id, hours, strategies, Phase.FAILED, progress, why, span, rows);
    }
}
