package io.berth.sim.report;

import io.berth.sim.comparison.Difference;
import io.berth.sim.comparison.Interval;
import io.berth.sim.comparison.Verdict;
import java.util.ArrayList;
import java.util.IntSummaryStatistics;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Strategies side by side, one row each, below the values of a sweep: the mean over the seeds, where there are several ± half
 * of its 95 % interval, and a mark for what the difference to the baseline means.
 */
public final class SummaryTable {
    /** Those that tell most come first, since the last are left out where there is no room. */
    private static final List<Column> MAIN = List.of(
            new Column("jct mean", "jct_mean_s", Figure.SECONDS),
            new Column("wait mean", "wait_mean_s", Figure.SECONDS),
            new Column("wait p99", "wait_p99_s", Figure.SECONDS),
            new Column("gpu alloc %", "gpu_allocation_pct", Figure.PERCENT),
            new Column("jct p99", "jct_p99_s", Figure.SECONDS),
            new Column("fragmentation %", "fragmentation_pct", Figure.PERCENT),
            new Column("slowdown mean", "bounded_slowdown_mean", Figure.PLAIN),
            new Column("finished", "jobs_finished", Figure.COUNT),
            new Column("rejected", "jobs_rejected", Figure.COUNT),
            new Column("at end %", "gpu_allocation_pct_at_end", Figure.PERCENT));

    /** Only where jobs read data sets. */
    private static final List<Column> DATA = List.of(new Column("data moved", "data_moved_bytes", Figure.GIGABYTES));

    /** Only where queues are declared. */
    private static final List<Column> QUEUES =
            List.of(new Column("fairness of queues", "queue_jain_fairness", Figure.PLAIN));

    /** Only where services have best-effort work beside them. */
    private static final List<Column> SERVICES = List.of(
            new Column("service p99 × alone", "service_p99_times_alone", Figure.PLAIN),
            new Column("GPU use × services", "gpu_use_times_services", Figure.PLAIN));

    /** Only where devices of jobs exchange something. */
    private static final List<Column> TRAFFIC = List.of(
            new Column("communicating run", "communicating_run_mean_s", Figure.SECONDS),
            new Column("slowed by", "communication_slowdown_mean", Figure.PLAIN));

    private static final List<Column> IMBALANCE = List.of(
            new Column("utilisation variance", "node_utilization_variance", Figure.PLAIN),
            new Column("completion time variance s²", "task_completion_time_variance", Figure.PLAIN),
            new Column("idle rate", "resource_idle_rate", Figure.PLAIN),
            new Column("queueing time", "queueing_time_mean_s", Figure.SECONDS),
            new Column("rejection rate", "request_rejection_rate", Figure.PLAIN));

    private static final List<Column> REQUESTS = List.of(
            new Column("latency mean", "latency_mean_s", Figure.SECONDS),
            new Column("latency p99", "latency_p99_s", Figure.SECONDS),
            new Column("late", "deadline_miss_rate", Figure.PLAIN),
            new Column("rejected", "requests_rejected", Figure.COUNT),
            new Column("first token", "ttft_mean_s", Figure.SECONDS),
            new Column("model loads", "model_loads", Figure.COUNT),
            new Column("finished", "requests_finished", Figure.COUNT));

    /** Only where the fleet changes, or requests time out. */
    private static final List<Column> CHANGES = List.of(
            new Column("failed", "requests_failed", Figure.COUNT),
            new Column("retried", "requests_retried", Figure.COUNT),
            new Column("lost", "requests_lost", Figure.COUNT),
            new Column("timed out", "requests_timed_out", Figure.COUNT));

    /** Only where the number of servers follows the requests. */
    private static final List<Column> SCALES = List.of(
            new Column("server h", "server_hours", Figure.PLAIN),
            new Column("in hindsight", "server_hours_hindsight", Figure.PLAIN),
            new Column("too many", "server_hours_over", Figure.PLAIN),
            new Column("too few", "server_hours_short", Figure.PLAIN),
            new Column("started", "servers_started", Figure.COUNT));

    /** Only where answers are tokens. */
    private static final List<Column> TOKENS = List.of(
            new Column("latency p50", "latency_p50_s", Figure.SECONDS),
            new Column("first token p50", "ttft_p50_s", Figure.SECONDS),
            new Column("first token p99", "ttft_p99_s", Figure.SECONDS),
            new Column("token mean", "tpot_mean_s", Figure.SECONDS),
            new Column("token p99", "tpot_p99_s", Figure.SECONDS),
            new Column("good per s", "goodput_rps", Figure.PLAIN),
            new Column("good", "slo_attainment", Figure.PLAIN),
            new Column("prefix hits", "prefix_hit_rate", Figure.PLAIN));

    /** Only where prices or watts of devices are told; deadlines are what money is weighed against. */
    private static final List<Column> COSTS = List.of(
            new Column("cost", "cost", Figure.COUNT),
            new Column("energy kWh", "energy_kwh", Figure.COUNT),
            new Column("late", "deadline_miss_rate", Figure.PLAIN));

    /** Only where jobs tell what they are worth where. */
    private static final List<Column> UTILITY = List.of(new Column("utility", "utility_mean", Figure.PLAIN));

    /** Only where running jobs move so that others fit. */
    private static final List<Column> MOVES = List.of(
            new Column("moves", "moves", Figure.COUNT), new Column("lost GPU h", "moves_lost_gpu_h", Figure.PLAIN));

    /** Only where somebody measures nodes. */
    private static final List<Column> LOADS = List.of(
            new Column("node load p95 %", "node_load_p95_pct", Figure.PERCENT),
            new Column("nodes above", "nodes_above_threshold", Figure.COUNT),
            new Column("longest above", "node_above_threshold_longest_s", Figure.SECONDS));

    /** Only where jobs can do with fewer tasks than all. */
    private static final List<Column> SIZES = List.of(new Column("size %", "elastic_size_pct", Figure.PERCENT));

    /** Only where a service is beside the jobs. */
    private static final List<Column> SERVED = List.of(
            new Column("late", "service_deadline_miss_rate", Figure.PLAIN),
            new Column("latency p50", "service_latency_p50_s", Figure.SECONDS),
            new Column("latency p99", "service_latency_p99_s", Figure.SECONDS),
            new Column("server h", "service_server_hours", Figure.PLAIN),
            new Column("rejected", "service_requests_rejected", Figure.COUNT),
            new Column("retried", "service_requests_retried", Figure.COUNT),
            new Column("lost", "service_requests_lost", Figure.COUNT),
            new Column("GPU h", "service_gpu_h", Figure.PLAIN),
            new Column("others GPU h", "beside_gpu_h", Figure.PLAIN),
            new Column("jobs stopped", "preemptions", Figure.COUNT),
            new Column("replicas stopped", "service_replicas_preempted", Figure.COUNT),
            new Column("too few h", "service_server_hours_short", Figure.PLAIN),
            new Column("too many h", "service_server_hours_over", Figure.PLAIN));

    private record Column(String head, String figure, Figure shown) {}

    private final List<Column> main;
    private final List<RunSummary> summaries;
    private final List<Comparison> comparisons;
    private final int width;
    private final List<String> sweptKeys;
    private final Set<String> leftOut = new LinkedHashSet<>();

    private SummaryTable(List<Column> main, List<RunSummary> summaries, List<Comparison> comparisons, int width) {
        this.main = main;
        this.summaries = summaries;
        this.comparisons = comparisons;
        this.width = width;
        this.sweptKeys = List.copyOf(summaries.getFirst().set().keySet());
    }

    /**
     * The table of {@code summaries}, of which there is one at least, with marks from {@code comparisons}; below it why jobs were
     * rejected, and how many never started.
     *
     * @param width how many columns of text there is room for; {@link TextTable#WIDE} for all
     */
    public static String of(List<RunSummary> summaries, List<Comparison> comparisons, int width) {
        List<Column> columns = new ArrayList<>(known(TRAFFIC, summaries));
        columns.addAll(known(LOADS, summaries));
        columns.add(MAIN.getFirst());
        if (there(summaries, "cost") || there(summaries, "energy_kwh")) {
            columns.addAll(known(COSTS, summaries));
        }
        columns.addAll(known(UTILITY, summaries));
        columns.addAll(known(DATA, summaries));
        columns.addAll(known(QUEUES, summaries));
        columns.addAll(known(MOVES, summaries));
        columns.addAll(known(SERVICES, summaries));
        columns.addAll(MAIN.subList(1, MAIN.size()));
        columns.addAll(known(SIZES, summaries));
        return new SummaryTable(columns, summaries, comparisons, width).both() + UnservedJobs.text(summaries, width);
    }

    /** What is served beside the jobs of runs, as a table that goes below {@link #of}; empty where nothing is. */
    public static String ofService(List<RunSummary> summaries, List<Comparison> comparisons, int width) {
        List<Column> columns = known(SERVED, summaries);
        if (!columns.contains(SERVED.getFirst())) {
            return "";
        }
        SummaryTable table = new SummaryTable(columns, summaries, comparisons, width);
        return "\n" + table.text("service", columns) + table.more();
    }

    /** The same of runs of requests. */
    public static String ofRequests(List<RunSummary> summaries, List<Comparison> comparisons, int width) {
        List<Column> columns = new ArrayList<>(known(SCALES, summaries));
        columns.addAll(REQUESTS);
        if (there(summaries, "tpot_mean_s")) {
            columns.addAll(known(TOKENS, summaries));
        }
        columns.addAll(known(CHANGES, summaries));
        return new SummaryTable(columns, summaries, comparisons, width).both();
    }

    private static List<Column> known(List<Column> columns, List<RunSummary> summaries) {
        return columns.stream()
                .filter(column -> there(summaries, column.figure()))
                .toList();
    }

    private static boolean there(List<RunSummary> summaries, String figure) {
        return summaries.stream().anyMatch(summary -> summary.metrics().containsKey(figure));
    }

    private String both() {
        String tables = text("strategy", main) + "\n" + text("imbalance", IMBALANCE);
        return tables + legend() + more();
    }

    private String more() {
        return leftOut.isEmpty()
                ? ""
                : Wrapped.text("Left out: " + String.join(", ", leftOut) + "; --wide shows all.", width);
    }

    private String text(String corner, List<Column> columns) {
        List<String> heads = new ArrayList<>();
        sweptKeys.forEach(key -> heads.add(shortName(key)));
        heads.add(corner);
        columns.forEach(column -> heads.add(column.head() + blank()));
        TextTable table = new TextTable(heads, sweptKeys.size() + 1);
        for (RunSummary summary : summaries) {
            List<String> cells = new ArrayList<>(summary.set().values());
            cells.add(summary.strategy());
            columns.forEach(column -> cells.add(cell(column, summary)));
            table.row(cells);
        }
        leftOut.addAll(table.leftOut(width));
        return table.text(width);
    }

    /** The last step of {@code key}, or all of it where another key ends with the same. */
    private String shortName(String key) {
        String last = key.substring(key.lastIndexOf('.') + 1);
        long same = sweptKeys.stream()
                .filter(other -> other.equals(last) || other.endsWith("." + last))
                .count();
        return same == 1 ? last : key;
    }

    private String cell(Column column, RunSummary summary) {
        Interval figure = summary.figure(column.figure());
        String text = column.shown().show(figure.mean());
        if (!Double.isNaN(figure.half())) {
            text += " ± " + column.shown().show(figure.half());
        }
        Difference difference = difference(column.figure(), summary);
        return text + (difference == null ? blank() : " " + mark(difference.verdict()));
    }

    private @Nullable Difference difference(String figure, RunSummary summary) {
        for (Comparison comparison : comparisons) {
            if (comparison.strategy().equals(summary.strategy())
                    && comparison.set().equals(summary.set())) {
                return comparison.metrics().get(figure);
            }
        }
        return null;
    }

    /** As wide as a mark, so that figures stand below each other. */
    private String blank() {
        return comparisons.isEmpty() ? "" : "  ";
    }

    private static String mark(Verdict verdict) {
        return switch (verdict) {
            case BETTER -> "✓";
            case WORSE -> "✗";
            case HIGHER -> "↑";
            case LOWER -> "↓";
            case NO_REAL_DIFFERENCE -> "=";
            case TOO_FEW_PAIRS -> "?";
        };
    }

    private String legend() {
        if (comparisons.isEmpty()) {
            return "";
        }
        Comparison first = comparisons.getFirst();
        boolean seeds = first.over() == Comparison.Pairs.SEEDS;
        String pairs = seeds ? "paired bootstrap over seeds, 95 %" : "95 % by blocks of jobs of one log" + blocks();
        StringBuilder text = new StringBuilder("\n");
        text.append(Wrapped.text(
                "Against " + first.baseline() + ": ✓ better, ✗ worse, = no real difference; " + pairs + ".", width));
        if (!seeds) {
            text.append(Wrapped.text(
                    "Of one list of jobs only means over jobs have an interval; what has no mark has none.", width));
        }
        if (anyTooFew()) {
            text.append(seeds ? "? too few pairs to tell; six seeds that differ can.\n" : "? too few jobs to tell.\n");
        }
        return text.toString();
    }

    /** How many blocks there are and how long they are; not the same for each figure, as each has a length of its own. */
    private String blocks() {
        List<Difference> all = comparisons.stream()
                .flatMap(comparison -> comparison.metrics().values().stream())
                .toList();
        return all.isEmpty()
                ? ""
                : " (" + range(all.stream().mapToInt(Difference::blocks)) + " blocks of "
                        + range(all.stream().mapToInt(Difference::block)) + " jobs)";
    }

    private static String range(IntStream values) {
        IntSummaryStatistics all = values.summaryStatistics();
        return all.getMin() == all.getMax() ? "" + all.getMin() : all.getMin() + " to " + all.getMax();
    }

    private boolean anyTooFew() {
        return Stream.concat(main.stream(), IMBALANCE.stream())
                .flatMap(column -> summaries.stream().map(summary -> difference(column.figure(), summary)))
                .anyMatch(difference -> difference != null && difference.verdict() == Verdict.TOO_FEW_PAIRS);
    }
}
