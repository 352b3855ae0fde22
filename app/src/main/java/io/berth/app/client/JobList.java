package io.berth.app.client;

import io.berth.spec.input.Tree;
import io.berth.spec.quantity.Durations;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Lists of jobs as the API gives them, part after part. */
final class JobList {
    private static final int PART = 1_000;
    private static final long SECOND = 1_000_000_000L;

    private JobList() {}

    /** The rows of all jobs that {@code filters} let through: parameters of the API, each behind {@code &}. */
    static List<Tree> read(Client client, String filters) {
        List<Tree> rows = new ArrayList<>();
        long after = 0;
        while (after >= 0) {
            String query = "?limit=" + PART + "&after=" + after + filters;
            Tree page = client.get(Api.JOBS + query).checked().tree();
            rows.addAll(page.require("jobs").items());
            Tree next = page.get("next");
            after = next == null || next.isNull() ? -1 : next.whole();
        }
        return rows;
    }

    /** The alerts of {@code rows}, a line for each, for below their table. */
    static String alerts(Client client, List<Tree> rows) {
        TreeSet<Long> listed = new TreeSet<>();
        rows.forEach(row -> listed.add(row.require("id").whole()));
        StringBuilder text = new StringBuilder();
        Reply reply = client.get(Api.ROOT + "/alerts");
        if (listed.isEmpty() || reply.status() != 200) {
            return "";
        }
        for (Tree alert : reply.tree().require("alerts").items()) {
            if (listed.contains(alert.require("job").whole())) {
                text.append("! job ")
                        .append(alert.require("job").text())
                        .append(": ")
                        .append(alert.require("text").text())
                        .append('\n');
            }
        }
        return text.toString();
    }

    /** The rows as people read them. */
    static String table(List<Tree> rows) {
        boolean notes = rows.stream().anyMatch(row -> !note(row).isEmpty());
        List<String> heads =
                new ArrayList<>(List.of("ID", "NAME", "QUEUE", "STATE", "EXIT", "TASKS", "GPUS", "WAIT", "RUN"));
        if (notes) {
            heads.add("NOTE");
        }
        Table table = new Table(heads.toArray(String[]::new));
        Instant now = Instant.now();
        for (Tree row : rows) {
            Tree exit = row.get("exit_code");
            List<String> cells = new ArrayList<>(List.of(
                    row.require("id").text(),
                    row.require("name").text(),
                    row.require("queue").text(),
                    row.require("state").text(),
                    exit == null || exit.isNull() ? "-" : exit.text(),
                    row.require("tasks").text(),
                    row.require("gpus").text().replaceAll("\\.0$", ""),
                    wait(row, now),
                    run(row, now)));
            if (notes) {
                cells.add(note(row));
            }
            table.add(cells.toArray(String[]::new));
        }
        return table.text();
    }

    /** What the other columns do not say: the attempt, the place in an array, the jobs that must end before. */
    private static String note(Tree row) {
        List<String> notes = new ArrayList<>();
        Tree attempt = row.get("attempt");
        if (attempt != null && attempt.whole() > 1) {
            notes.add("attempt " + attempt.text());
        }
        Tree array = row.get("array");
        if (array != null && !array.isNull()) {
            long place = array.require("index").whole() + 1;
            notes.add(place + " of " + array.require("count").text() + " of array "
                    + array.require("id").text());
        }
        Tree unmet = row.get("unmet");
        if (unmet != null && !unmet.isNull()) {
            notes.add("after " + unmet.text());
        }
        return String.join(", ", notes);
    }

    private static String wait(Tree row, Instant now) {
        Tree waited = value(row, "wait_seconds");
        return text(waited == null ? since(row, "submit_time", now) : nanos(waited));
    }

    private static String run(Tree row, Instant now) {
        Tree ran = value(row, "run_seconds");
        boolean runs = value(row, "start_time") != null && value(row, "end_time") == null;
        return ran != null ? text(nanos(ran)) : runs ? text(since(row, "start_time", now)) : "-";
    }

    /** How long ago {@code key} was of a job that lives; the clock may have been set since. */
    private static long since(Tree row, String key, Instant now) {
        Tree then = value(row, key);
        Tree moved = value(row, "clock_moved_seconds");
        return then == null
                ? 0
                : Duration.between(Instant.parse(then.text()), now).toNanos() - (moved == null ? 0 : nanos(moved));
    }

    private static @Nullable Tree value(Tree row, String key) {
        Tree value = row.get(key);
        return value == null || value.isNull() ? null : value;
    }

    private static long nanos(Tree seconds) {
        return Math.round(seconds.number() * (double) SECOND);
    }

    /** Whole seconds; below ten, tenths. */
    private static String text(long time) {
        long nanos = Math.max(0, time);
        long unit = nanos < 10 * SECOND ? SECOND / 10 : SECOND;
        return Durations.format(nanos / unit * unit);
    }
}
