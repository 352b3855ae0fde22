package io.berth.app.submit;

import io.berth.app.client.Api;
import io.berth.app.client.Client;
import io.berth.app.client.EventStream;
import io.berth.app.client.Watch;
import io.berth.core.time.Nanos;
import io.berth.spec.input.Tree;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;

/** Waits for the ends of jobs. */
final class JobWait {
    private static final int MOST_EXIT_CODE = 255;

    /** Of more jobs their ends are counted. */
    private static final int MOST_LINES = 10;

    /** An event that was missed is made up for by asking, after so long without one. */
    private static final long ASK_MILLIS = 10_000;

    private final Client client;
    private EventStream events;

    /** Follows from now on; jobs that are submitted after this are not missed. */
    JobWait(Client client) {
        this.client = client;
        this.events = EventStream.open(client, "job");
    }

    /**
     * What became of jobs.
     *
     * @param code that of the first that did not finish its work, 0 where all did
     * @param lines what became of them, for people
     */
    record Ended(int code, List<String> lines) {}

    /** Waits for the jobs with numbers from {@code first} to {@code last}. */
    Ended until(long first, long last) {
        TreeMap<Long, Tree> ended = new TreeMap<>();
        collect(first, last, ended);
        while (ended.size() < last - first + 1) {
            EventStream.Change change = events.next(ASK_MILLIS);
            if (change != null && change.type().equals("job")) {
                add(change.row(), first, last, ended);
            } else {
                if (change != null && change.ended()) {
                    // Berth was asked to stop, or the reader was too slow: the next question says which.
                    Watch.rest(Watch.EACH_MILLIS);
                    events = EventStream.open(client, "job");
                }
                collect(first, last, ended);
            }
        }
        int code = ended.values().stream()
                .mapToInt(JobWait::exitCode)
                .filter(one -> one != 0)
                .findFirst()
                .orElse(0);
        return new Ended(code, lines(ended.values()));
    }

    /** A line for each where they are few, else how many ended how and the first that did not finish. */
    private static List<String> lines(Collection<Tree> rows) {
        if (rows.size() <= MOST_LINES) {
            return rows.stream().map(JobWait::line).toList();
        }
        TreeMap<String, Integer> counts = new TreeMap<>();
        rows.forEach(row -> counts.merge(row.require("state").text(), 1, Integer::sum));
        List<String> parts = new ArrayList<>();
        counts.forEach((state, count) -> parts.add(count + " " + state));
        List<String> lines = new ArrayList<>();
        lines.add(rows.size() + " jobs have ended: " + String.join(", ", parts));
        rows.stream()
                .filter(row -> exitCode(row) != 0)
                .findFirst()
                .ifPresent(row -> lines.add("the first that did not finish: " + line(row)));
        return lines;
    }

    private static String line(Tree row) {
        StringBuilder line = new StringBuilder("job ")
                .append(row.require("id").text())
                .append(" is ")
                .append(row.require("state").text());
        Tree code = row.get("exit_code");
        String why = row.get("reason") instanceof Tree.Scalar reason && !reason.isNull() ? reason.value() : "";
        if (code != null && !code.isNull() && !why.contains("exit code")) {
            line.append(", exit code ").append(code.text());
        }
        line.append(why.isEmpty() ? "" : ": " + why);
        Tree ran = row.get("run_seconds");
        if (ran != null && !ran.isNull()) {
            line.append("; it ran for ").append(Nanos.format(Math.round(ran.number() * Nanos.SECOND)));
        }
        return line.toString();
    }

    private void collect(long first, long last, TreeMap<Long, Tree> ended) {
        List<Tree> rows = new ArrayList<>();
        for (long after = first - 1; after < last; ) {
            List<Tree> part = client.get(Api.JOBS + "?limit=1000&after=" + after)
                    .checked()
                    .tree()
                    .require("jobs")
                    .items();
            rows.addAll(part);
            after = part.isEmpty() ? last : part.getLast().require("id").whole();
        }
        rows.forEach(row -> add(row, first, last, ended));
    }

    private static void add(Tree row, long first, long last, TreeMap<Long, Tree> ended) {
        long id = row.require("id").whole();
        Tree end = row.get("end_time");
        if (id >= first && id <= last && end != null && !end.isNull()) {
            ended.put(id, row);
        }
    }

    /** That of the job where a shell can hold it, and 1 where it did not finish though its program said nothing. */
    private static int exitCode(Tree row) {
        if (row.require("state").text().equals("finished")) {
            return 0;
        }
        Tree known = row.get("exit_code");
        long code = known == null || known.isNull() ? -1 : known.whole();
        return code >= 1 && code <= MOST_EXIT_CODE ? (int) code : 1;
    }
}
