package io.berth.live.control;

import io.berth.core.state.JobEnd;
import io.berth.core.state.Observer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** The jobs that ended last, since this process began, for {@code ls} with all. */
public final class EndedJobs implements Observer {
    private final int kept;
    private final Deque<JobRow> rows = new ArrayDeque<>();

    /** @param kept how many are remembered */
    public EndedJobs(int kept) {
        this.kept = kept;
    }

    @Override
    public void ended(JobEnd end) {
        JobRow row = JobRow.of(end);
        synchronized (rows) {
            rows.addLast(row);
            if (rows.size() > kept) {
                rows.removeFirst();
            }
        }
    }

    /** The oldest first. */
    public List<JobRow> rows() {
        synchronized (rows) {
            return new ArrayList<>(rows);
        }
    }
}
