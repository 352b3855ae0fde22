package io.berth.console.view.job;

import io.berth.spec.table.TextTable;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Jobs as people read them in a terminal: a line for each, within the width of a window. It is made here rather than by the
 * program that shows it: a command lives for a twentieth of a second, in which it does not even read a thousand documents.
 */
public final class JobTable {
    private static final String RESET = "\u001b[0m";

    private final List<JobLine> lines;
    private final Layout layout;
    private final Shown shown;
    private final TextTable table;
    private final int state;

    /**
     * What is shown of them.
     *
     * @param columns from left to right
     * @param asked true where somebody named them, so that none is left out
     * @param width of the window; 0 for any
     * @param coloured true where states have colours (ECMA-48, SGR)
     */
    public record Layout(List<JobColumn> columns, boolean asked, int width, boolean coloured) {
        public Layout {
            columns = List.copyOf(columns);
        }
    }

    /**
     * What is known beside the jobs.
     *
     * @param nowNanos of Berth's time, as which the times of jobs that live go on
     * @param zone in which moments are shown
     * @param reasons why jobs wait, by number, where somebody asked the engine
     */
    public record Shown(long nowNanos, ZoneId zone, Map<Long, String> reasons) {
        public Shown {
            reasons = Map.copyOf(reasons);
        }
    }

    public JobTable(List<JobLine> lines, Layout layout, Shown shown) {
        this.lines = List.copyOf(lines);
        this.layout = layout;
        this.shown = shown;
        this.state = layout.columns().indexOf(JobColumn.STATE);
        table = new TextTable(layout.columns().stream()
                .map(column -> column.column(layout.asked()))
                .toList());
        boolean ended = false;
        boolean reasoned = false;
        int reason = layout.columns().indexOf(JobColumn.REASON);
        for (JobLine line : lines) {
            List<String> cells = cells(line);
            table.measure(cells);
            ended |= line.job().phase().ended();
            reasoned |= reason >= 0 && !cells.get(reason).isEmpty();
        }
        if (!layout.asked()) {
            leaveOut(JobColumn.EXIT, !ended);
            leaveOut(JobColumn.REASON, !reasoned);
        }
        table.fit(layout.width());
    }

    /** The order of lines by {@code column}, upside down where {@code down}. */
    public static Comparator<JobLine> order(JobColumn column, boolean down, Shown shown) {
        Comparator<JobLine> order = (a, b) -> compare(column.key(a, shown), column.key(b, shown));
        return down ? order.reversed() : order;
    }

    @SuppressWarnings("unchecked") // Both are keys of one column.
    private static int compare(Comparable<?> a, Comparable<?> b) {
        return ((Comparable<Object>) a).compareTo(b);
    }

    /** How many lines there are below the heads. */
    public int size() {
        return lines.size();
    }

    /** The line of the heads. */
    public String head() {
        return table.head();
    }

    /** The lines from {@code from} up to {@code to}, which counts from 0 and is not among them. */
    public String lines(int from, int to) {
        StringBuilder text = new StringBuilder();
        for (JobLine line : lines.subList(from, to)) {
            String colour = layout.coloured() ? colour(line.job().phase()) : "";
            text.append(colour.isEmpty() ? table.line(cells(line)) : table.line(cells(line), state, colour, RESET));
        }
        return text.toString();
    }

    /** The heads of a table for programs: RFC 4180. */
    public String csvHead() {
        return String.join(",", layout.columns().stream().map(JobColumn::word).toList()) + "\r\n";
    }

    /** The lines from {@code from} up to {@code to} for programs. */
    public String csv(int from, int to) {
        StringBuilder text = new StringBuilder();
        for (JobLine line : lines.subList(from, to)) {
            String between = "";
            for (JobColumn column : layout.columns()) {
                text.append(between).append(quoted(column.plain(line, shown)));
                between = ",";
            }
            text.append("\r\n");
        }
        return text.toString();
    }

    private static String quoted(String cell) {
        boolean plain =
                cell.indexOf(',') < 0 && cell.indexOf('"') < 0 && cell.indexOf('\n') < 0 && cell.indexOf('\r') < 0;
        return plain ? cell : "\"" + cell.replace("\"", "\"\"") + "\"";
    }

    private void leaveOut(JobColumn column, boolean empty) {
        int place = layout.columns().indexOf(column);
        if (empty && place >= 0) {
            table.leaveOut(place);
        }
    }

    private List<String> cells(JobLine line) {
        return layout.columns().stream().map(column -> column.text(line, shown)).toList();
    }

    /** Green for what runs, yellow for what waits, red for what went wrong. */
    private static String colour(JobPhase phase) {
        return switch (phase) {
            case PENDING, RESERVED, STARTING -> "\u001b[33m";
            case RUNNING -> "\u001b[32m";
            case STOPPING, CANCELLED -> "\u001b[35m";
            case FINISHED -> "";
            case FAILED, REJECTED, OUT_OF_MEMORY, TIMED_OUT -> "\u001b[31m";
        };
    }
}
