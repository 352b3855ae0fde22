package io.berth.console.view;

import io.berth.core.engine.Explanation;
import io.berth.core.time.Nanos;
import io.berth.core.workload.JobArray;
import io.berth.spec.quantity.Durations;
import java.util.ArrayList;
import java.util.List;

/**
 * Jobs as people read them in a terminal: a line for each, columns as wide as their widest text. It is made here rather than by the
 * program that shows it: a command lives for a twentieth of a second, in which it does not even read a thousand documents.
 */
public final class JobTable {
    private static final String GAP = "  ";
    private static final List<String> HEADS =
            List.of("ID", "NAME", "QUEUE", "STATE", "EXIT", "TASKS", "GPUS", "WAIT", "RUN", "NOTE");

    private final List<JobEntry> jobs;
    private final long nowNanos;
    private final int[] widths = new int[HEADS.size()];
    private final boolean noted;

    /** @param nowNanos of Berth's time, as which the times of jobs that live go on */
    public JobTable(List<JobEntry> jobs, long nowNanos) {
        this.jobs = List.copyOf(jobs);
        this.nowNanos = nowNanos;
        widen(HEADS);
        boolean any = false;
        for (JobEntry job : jobs) {
            widen(cells(job));
            any |= !note(job).isEmpty();
        }
        this.noted = any;
    }

    /** How many lines there are below the heads. */
    public int size() {
        return jobs.size();
    }

    /** The line of the heads. */
    public String head() {
        StringBuilder text = new StringBuilder();
        line(HEADS, text);
        return text.toString();
    }

    /** The lines from {@code from} up to {@code to}, which counts from 0 and is not among them. */
    public String lines(int from, int to) {
        StringBuilder text = new StringBuilder();
        for (JobEntry job : jobs.subList(from, to)) {
            line(cells(job), text);
        }
        return text.toString();
    }

    private void widen(List<String> cells) {
        for (int column = 0; column < widths.length; column++) {
            widths[column] = Math.max(widths[column], cells.get(column).length());
        }
    }

    private void line(List<String> cells, StringBuilder text) {
        int columns = noted ? widths.length : widths.length - 1;
        int end = text.length();
        for (int column = 0; column < columns; column++) {
            String cell = cells.get(column);
            text.append(cell);
            end = cell.isEmpty() ? end : text.length();
            text.append(" ".repeat(widths[column] - cell.length())).append(GAP);
        }
        text.setLength(end);
        text.append('\n');
    }

    private List<String> cells(JobEntry job) {
        return List.of(
                Long.toString(job.id()),
                job.spec().name(),
                job.spec().queue(),
                job.phase().text(),
                job.phase().ended() ? Integer.toString(job.exitCode()) : "-",
                Integer.toString(job.spec().tasks()),
                gpus(job.gpuMilli() / 1000.0),
                waited(job),
                ran(job),
                note(job));
    }

    private static String gpus(double gpus) {
        String text = Double.toString(gpus);
        return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
    }

    /** What the other columns do not say: the attempt, the place in an array, the jobs that must end before. */
    private static String note(JobEntry job) {
        List<String> notes = new ArrayList<>();
        if (job.attempt() > 1) {
            notes.add("attempt " + job.attempt());
        }
        JobArray array = job.spec().terms().array();
        if (array.id() != 0) {
            notes.add((array.index() + 1) + " of " + array.count() + " of array " + array.id());
        }
        if (!job.unmet().isEmpty()) {
            notes.add("after " + Explanation.text(job.unmet()));
        }
        return String.join(", ", notes);
    }

    private String waited(JobEntry job) {
        long waited = job.waitNanos();
        return text(waited >= 0 ? waited : nowNanos - job.submitNanos());
    }

    private String ran(JobEntry job) {
        if (job.startNanos() < 0) {
            return "-";
        }
        return text((job.endNanos() < 0 ? nowNanos : job.endNanos()) - job.startNanos());
    }

    /** Whole seconds; below ten, tenths. */
    private static String text(long time) {
        long nanos = Math.max(0, time);
        long unit = nanos < 10 * Nanos.SECOND ? Nanos.SECOND / 10 : Nanos.SECOND;
        return Durations.format(nanos / unit * unit);
    }
}
