package io.berth.app.client;

import io.berth.spec.input.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** Waits for the ends of jobs. */
final class JobWait {
    private static final int MOST_EXIT_CODE = 255;

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
     * Waits for the jobs with numbers from {@code first} to {@code last}; the exit code of the first that did not finish its work, 0
     * where all did.
     */
    int until(long first, long last) {
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
        return ended.values().stream()
                .mapToInt(JobWait::exitCode)
                .filter(code -> code != 0)
                .findFirst()
                .orElse(0);
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
        long code = row.require("exit_code").whole();
        boolean finished = row.require("state").text().equals("finished");
        if (finished) {
            return 0;
        }
        return code >= 1 && code <= MOST_EXIT_CODE ? (int) code : 1;
    }
}
