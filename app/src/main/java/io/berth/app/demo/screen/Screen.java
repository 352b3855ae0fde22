package io.berth.app.demo.screen;

import io.berth.app.demo.screen.DemoSnapshot.Activity;
import io.berth.app.demo.screen.DemoSnapshot.LogRow;
import io.berth.app.demo.screen.DemoSnapshot.QueueRow;
import io.berth.core.time.Nanos;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;

/** Draws a snapshot as the lines of a screen; the same snapshot, size and look are the same lines. */
public final class Screen {
    private static final int WIDE_COLUMNS = 100;
    private static final int NAME_COLUMNS = 11;
    private static final int TENANT_COLUMNS = 9;
    private static final int ASKS_COLUMNS = 15;
    private static final int TIME_COLUMNS = 8;
    private static final int KIND_COLUMNS = 9;

    private final DemoSnapshot snapshot;
    private final Look look;
    private final int columns;
    private final List<AttributedString> lines = new ArrayList<>();

    private Screen(DemoSnapshot snapshot, Look look, int columns) {
        this.snapshot = snapshot;
        this.look = look;
        this.columns = columns;
    }

    /** At most {@code rows} lines of at most {@code columns} columns; {@code notice} is shown where it is not empty. */
    public static List<AttributedString> draw(DemoSnapshot snapshot, String notice, Look look, int columns, int rows) {
        Screen screen = new Screen(snapshot, look, columns);
        screen.draw(notice, rows);
        return screen.lines.subList(0, Math.min(rows, screen.lines.size()));
    }

    private void draw(String notice, int rows) {
        title();
        if (!notice.isEmpty()) {
            heading(" " + notice);
        }
        activity();
        new GpuMap(snapshot, look, columns).draw().forEach(this::add);
        int left = Math.max(0, rows - lines.size() - 2);
        int queueRows = Math.min(
                snapshot.queue().size(),
                Math.max(left / 2, left - snapshot.decisions().size()));
        queue(queueRows);
        log(left - queueRows);
    }

    private void title() {
        String left = String.format(
                Locale.ROOT,
                " Berth demo  %s  ×%s  %s  up %s",
                WaitText.date(snapshot.nowNanos()),
                scale(),
                snapshot.strategy(),
                Nanos.format((long) (snapshot.wallSeconds() * Nanos.SECOND)));
        String right = "q quits ";
        String gap = " ".repeat(Math.max(2, columns - left.length() - right.length()));
        AttributedStringBuilder line = new AttributedStringBuilder();
        add(line.styled(look.title(), look.plain(left + gap + right)));
    }

    private void activity() {
        Activity now = snapshot.activity();
        int cells = columns < WIDE_COLUMNS ? 12 : 20;
        int full = (int) Math.round(now.gpuPct() / 100 * cells);
        AttributedStringBuilder line = new AttributedStringBuilder();
        line.append(" GPUs ");
        line.append(String.valueOf(look.shade(4)).repeat(full));
        line.styled(look.quiet(), String.valueOf(look.shade(0)).repeat(cells - full));
        line.append(String.format(
                Locale.ROOT,
                " %5.1f %%  run %d  wait %d  start %,.0f/h  finish %,.0f/h",
                now.gpuPct(),
                now.runningJobs(),
                now.waitingJobs(),
                now.startedPerHour(),
                now.finishedPerHour()));
        add(line);
    }

    private void queue(int rows) {
        long more = snapshot.activity().waitingJobs() - rows;
        String heading = snapshot.queue().isEmpty() ? " Queue: empty" : " Queue, next first";
        heading(heading + (more > 0 ? " (" + more + " more)" : ""));
        for (QueueRow row : snapshot.queue().subList(0, rows)) {
            int tenant = snapshot.tenants().indexOf(row.tenant());
            AttributedStringBuilder line = new AttributedStringBuilder();
            line.append(' ').append(cell(row.job(), NAME_COLUMNS));
            line.styled(look.tenant(tenant), cell(row.tenant(), TENANT_COLUMNS));
            line.append(cell(row.asks(), ASKS_COLUMNS));
            line.append(cell(Nanos.format(row.waitedNanos()), TIME_COLUMNS));
            line.append(look.plain(WaitText.why(row.why())));
            add(line);
        }
    }

    private void log(int rows) {
        heading(" Last decisions, and why");
        for (LogRow row : snapshot.decisions()
                .subList(0, Math.min(rows, snapshot.decisions().size()))) {
            AttributedStringBuilder line = new AttributedStringBuilder();
            line.append(' ').append(WaitText.clock(row.atNanos())).append("  ");
            line.styled(look.log(row.kind()), cell(row.kind().name().toLowerCase(Locale.ROOT), KIND_COLUMNS));
            line.append(look.plain(row.text()));
            add(line);
        }
    }

    private void heading(String text) {
        add(new AttributedStringBuilder().styled(look.heading(), look.plain(text)));
    }

    /** {@code text} in {@code width} columns, the last one blank. */
    private String cell(String text, int width) {
        String shown = look.plain(text);
        String cut = shown.length() < width ? shown : shown.substring(0, width - 1);
        return cut + " ".repeat(width - cut.length());
    }

    private String scale() {
        double scale = snapshot.timeScale();
        return scale == Math.rint(scale) ? Long.toString((long) scale) : Double.toString(scale);
    }

    private void add(AttributedStringBuilder line) {
        if (line.columnLength() <= columns) {
            lines.add(line.toAttributedString());
            return;
        }
        String more = look.plain("…");
        AttributedStringBuilder cut = new AttributedStringBuilder();
        cut.append(line.columnSubSequence(0, Math.max(0, columns - more.length())));
        lines.add(cut.append(more).toAttributedString());
    }
}
