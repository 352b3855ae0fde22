package io.berth.app.simulate;

import io.berth.sim.report.Comparison;
import io.berth.sim.report.RunReport;
import io.berth.sim.report.RunSummary;
import io.berth.sim.report.SteadyRuns;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What {@code berth simulate --json} prints.
 *
 * @param skippedRows rows of traces that were skipped
 * @param warmups what was found to be left out at the begin, where that was asked for
 * @param adaptive runs whose strategy changed while they lasted; null where there are none
 * @param steady the figures without filling and draining; null for requests and where the scenario says what is measured
 */
record SimulationDocument(
        String scenario,
        long skippedRows,
        List<Warmups.Chosen> warmups,
        List<RunReport> runs,
        List<RunSummary> summary,
        List<Comparison> comparisons,
        @Nullable SteadyRuns steady,
        @Nullable List<Hindsight.Row> adaptive) {
    /** The document of runs of jobs. */
    static SimulationDocument of(
            String scenario, long skipped, List<Warmups.Chosen> warmups, List<RunReport> runs, Headline headline) {
        return new SimulationDocument(
                scenario,
                skipped,
                warmups,
                runs,
                headline.whole(),
                headline.wholeComparisons(),
                headline.steady(),
                null);
    }

    /** The same with what came of runs whose strategy changed; as it is where there are none. */
    SimulationDocument with(List<Hindsight.Row> rows) {
        return rows.isEmpty()
                ? this
                : new SimulationDocument(scenario, skippedRows, warmups, runs, summary, comparisons, steady, rows);
    }
}
