package io.berth.console.api.job;

import io.berth.console.alert.AlertRow;
import io.berth.console.api.call.Call;
import io.berth.console.api.call.Parameter;
import io.berth.console.api.call.Views;
import io.berth.console.http.message.Response;
import io.berth.console.insight.Insight;
import io.berth.console.view.job.JobColumn;
import io.berth.console.view.job.JobEntry;
import io.berth.console.view.job.JobLine;
import io.berth.console.view.job.JobPhase;
import io.berth.console.view.job.JobTable;
import io.berth.console.view.job.JobWhy;
import io.berth.edge.access.Caller;
import io.berth.live.driver.Operator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** {@code GET /job-table}: jobs as people read them in a terminal, which is what {@code berth ls} prints, or as CSV. */
public final class JobTables {
    static final String CSV = "csv";
    static final String TABLE = "table";
    public static final String CSV_TYPE = "text/csv; charset=utf-8";

    private static final long MOST_LINES = 1_000_000;
    private static final int MOST_WIDTH = 10_000;
    private static final List<String> FLAG = List.of("true", "false");

    public static final Parameter COLUMNS =
            Parameter.words("columns", "What is shown, from left to right.", JobColumn.words());
    public static final Parameter SORT = Parameter.words(
            "sort", "By which columns lines are ordered, - for the greatest first; by id where absent.", sortWords());
    public static final Parameter LIMIT = Parameter.whole(
            "limit", "At most so many lines; the last says how many more there are.", MOST_LINES, 1, MOST_LINES);
    public static final Parameter FOLD = Parameter.words(
            "fold", "With true, the jobs of an array that wait alike are one line, such as 12_[3-40].", FLAG);
    public static final Parameter WIDTH = Parameter.whole(
            "width", "How wide a line may be, columns of a terminal; 0 for any width.", 0, 0, MOST_WIDTH);
    public static final Parameter COLOUR = Parameter.words("colour", "With true, states have colours (ECMA-48).", FLAG);
    public static final Parameter ZONE = Parameter.zone(
            "zone", "The time zone of moments, such as Europe/Berlin or +02:00; the server's where absent.");
    public static final Parameter FORMAT =
            Parameter.words("format", "A table for people, or CSV (RFC 4180).", List.of(TABLE, CSV));
    public static final Parameter ALERTS =
            Parameter.words("alerts", "With true, their alerts below, a line for each.", FLAG);

    /** Lines that are written at once: some 50 KB. */
    private static final int LINES = 500;

    private final Operator operator;
    private final Views views;
    private final Explanations explanations;
    private final @Nullable Insight insight;

    /** @param insight null where nothing is learnt from jobs */
    public JobTables(Operator operator, Views views, Explanations explanations, @Nullable Insight insight) {
        this.operator = operator;
        this.views = views;
        this.explanations = explanations;
        this.insight = insight;
    }

    /** {@code GET /job-table}. */
    public Response get(Call call) {
        List<JobColumn> columns =
                call.words(COLUMNS.name()).stream().map(JobColumn::of).toList();
        JobTable.Layout layout = new JobTable.Layout(
                columns.isEmpty() ? JobColumn.STANDARD : columns,
                !columns.isEmpty(),
                (int) call.whole(WIDTH.name()),
                flag(call, COLOUR));
        JobTable.Shown shown = new JobTable.Shown(operator.evenNanos(), ZONE.zoneOf(call.text(ZONE.name())), Map.of());
        List<JobLine> lines = lines(call, shown);
        long more = Math.max(0, lines.size() - call.whole(LIMIT.name()));
        List<JobLine> listed = lines.subList(0, (int) (lines.size() - more));
        if (call.text(FORMAT.name()).equals(CSV)) {
            JobTable table = new JobTable(listed, layout, shown);
            return new Response.Stream(200, CSV_TYPE, sink -> write(table, true, sink), Map.of());
        }
        JobTable table = new JobTable(listed, layout, reasoned(call, listed, layout, shown));
        String end = more == 0 ? "" : "and " + more + " more\n";
        String alerts = flag(call, ALERTS) ? alerts(call.caller(), listed) : "";
        return new Response.Stream(
                200,
                LogResource.MEDIA_TYPE,
                sink -> {
                    write(table, false, sink);
                    sink.write(end + alerts);
                },
                Map.of());
    }

    private static void write(JobTable table, boolean csv, Response.Sink sink) throws IOException {
        sink.write(csv ? table.csvHead() : table.head());
        for (int from = 0; from < table.size(); from += LINES) {
            int to = Math.min(from + LINES, table.size());
            sink.write(csv ? table.csv(from, to) : table.lines(from, to));
        }
    }

    private List<JobLine> lines(Call call, JobTable.Shown shown) {
        List<JobEntry> jobs = JobFilter.shown(call, views.live(), 0).toList();
        List<JobLine> lines = flag(call, FOLD)
                ? JobLine.fold(jobs)
                : new ArrayList<>(jobs.stream().map(JobLine::of).toList());
        Comparator<JobLine> order = order(call.words(SORT.name()), shown);
        if (order != null) {
            lines.sort(order);
        }
        return lines;
    }

    private static List<String> sortWords() {
        List<String> words = new ArrayList<>(JobColumn.words());
        JobColumn.words().forEach(word -> words.add("-" + word));
        return words;
    }

    /** The order that {@code words} name; null for that of the numbers, in which jobs come. */
    private static @Nullable Comparator<JobLine> order(List<String> words, JobTable.Shown shown) {
        Comparator<JobLine> order = null;
        for (String word : words) {
            boolean down = word.startsWith("-");
            Comparator<JobLine> next = JobTable.order(JobColumn.of(down ? word.substring(1) : word), down, shown);
            order = order == null ? next : order.thenComparing(next);
        }
        return order;
    }

    private JobTable.Shown reasoned(Call call, List<JobLine> lines, JobTable.Layout layout, JobTable.Shown shown) {
        if (!layout.columns().contains(JobColumn.REASON)) {
            return shown;
        }
        List<JobEntry> waiting = lines.stream()
                .map(JobLine::job)
                .filter(job -> job.phase() == JobPhase.PENDING && JobWhy.phrase(job) == null)
                .toList();
        Map<Long, String> reasons = new TreeMap<>(explanations.reasons(call.caller(), waiting));
        reasons.putAll(explanations.replicas(
                call.caller(), lines.stream().map(JobLine::job).toList()));
        return new JobTable.Shown(shown.nowNanos(), shown.zone(), reasons);
    }

    private static boolean flag(Call call, Parameter parameter) {
        return call.text(parameter.name()).equals("true");
    }

    /** The alerts of those jobs of {@code lines} that are the caller's, a line for each. */
    private String alerts(Caller caller, List<JobLine> lines) {
        Insight known = insight;
        if (known == null || lines.isEmpty()) {
            return "";
        }
        Set<Long> listed = new HashSet<>();
        lines.stream().map(JobLine::job).filter(job -> caller.owns(job.spec())).forEach(job -> listed.add(job.id()));
        StringBuilder text = new StringBuilder();
        for (AlertRow alert : known.alerts().all()) {
            if (listed.contains(alert.job())) {
                text.append("! job ")
                        .append(alert.job())
                        .append(": ")
                        .append(alert.text())
                        .append('\n');
            }
        }
        return text.toString();
    }
}
