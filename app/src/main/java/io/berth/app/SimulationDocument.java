package io.berth.app;

import io.berth.sim.report.Comparison;
import io.berth.sim.report.RunReport;
import io.berth.sim.report.RunSummary;
import java.util.List;

/**
 * What {@code berth simulate --json} prints.
 *
 * @param skippedRows rows of traces that were skipped
 */
record SimulationDocument(
        String scenario,
        long skippedRows,
        List<RunReport> runs,
        List<RunSummary> summary,
        List<Comparison> comparisons) {}
