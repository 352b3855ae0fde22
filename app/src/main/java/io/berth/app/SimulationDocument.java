package io.berth.app;

import io.berth.sim.report.Comparison;
import io.berth.sim.report.RunReport;
import io.berth.sim.report.RunSummary;
import java.util.List;

/**
 * What {@code berth simulate --json} prints.
 *
 * @param skippedRows rows of traces that were skipped
 * @param warmups what was found to be left out at the begin, where that was asked for
 */
record SimulationDocument(
        String scenario,
        long skippedRows,
        List<Warmups.Chosen> warmups,
        List<RunReport> runs,
        List<RunSummary> summary,
        List<Comparison> comparisons) {}
