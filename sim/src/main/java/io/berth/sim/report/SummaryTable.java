package io.berth.sim.report;

import io.berth.core.metric.Distribution;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Strategies side by side, one row each: the mean over the seeds and, where there are several, ± the standard deviation over
 * them (of the sample).
 */
public final class SummaryTable {
    private static final List<Column> MAIN = List.of(
            new Column("finished", "jobs_finished", Figure.COUNT),
            new Column("rejected", "jobs_rejected", Figure.COUNT),
            new Column("jct mean", "jct_mean_s", Figure.SECONDS),
            new Column("jct p99", "jct_p99_s", Figure.SECONDS),
            new Column("wait mean", "wait_mean_s", Figure.SECONDS),
            new Column("wait p99", "wait_p99_s", Figure.SECONDS),
            new Column("gpu alloc %", "gpu_allocation_pct", Figure.PERCENT),
            new Column("at end %", "gpu_allocation_pct_at_end", Figure.PERCENT),
            new Column("fragmentation %", "fragmentation_pct", Figure.PERCENT));

    private static final List<Column> IMBALANCE = List.of(
            new Column("utilization variance", "node_utilization_variance", Figure.PLAIN),
            new Column("completion time variance s²", "task_completion_time_variance", Figure.PLAIN),
            new Column("idle rate", "resource_idle_rate", Figure.PLAIN),
            new Column("queueing time", "queueing_time_mean_s", Figure.SECONDS),
            new Column("rejection rate", "request_rejection_rate", Figure.PLAIN));

    private record Column(String head, String figure, Figure shown) {}

    private SummaryTable() {}

    /** The table of {@code runs}, strategies in the order of their first run. */
    public static String of(List<RunReport> runs) {
        Map<String, List<RunReport>> byStrategy = new LinkedHashMap<>();
        for (RunReport run : runs) {
            byStrategy.computeIfAbsent(run.strategy(), _ -> new ArrayList<>()).add(run);
        }
        return table("strategy", MAIN, byStrategy) + "\n" + table("imbalance", IMBALANCE, byStrategy);
    }

    private static String table(String corner, List<Column> columns, Map<String, List<RunReport>> byStrategy) {
        List<String> heads = new ArrayList<>();
        heads.add(corner);
        columns.forEach(column -> heads.add(column.head()));
        TextTable table = new TextTable(heads);
        byStrategy.forEach((strategy, runs) -> {
            List<String> cells = new ArrayList<>();
            cells.add(strategy);
            columns.forEach(column -> cells.add(cell(column, runs)));
            table.row(cells);
        });
        return table.text();
    }

    private static String cell(Column column, List<RunReport> runs) {
        Distribution values = new Distribution();
        for (RunReport run : runs) {
            values.add(run.figure(column.figure()));
        }
        String mean = column.shown().show(values.mean());
        int seeds = values.size();
        if (seeds < 2 || Double.isNaN(values.mean())) {
            return mean;
        }
        double deviation = StrictMath.sqrt(values.variance() * seeds / (seeds - 1));
        return mean + " ± " + column.shown().show(deviation);
    }
}
