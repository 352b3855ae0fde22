package io.berth.learn.environment.ordering;

import io.berth.core.model.JobsInTurn;
import io.berth.core.model.column.JobColumns;
import java.util.Arrays;

/**
 * The rows of the waiting jobs that an agent sees. Where no more wait than there are rows, it is the whole queue, by submission;
 * where more wait, those that {@link JobsInTurn} takes.
 */
final class VisibleJobs {
    private final OrderingJobs jobs;
    private final JobColumns columns;
    private final int most;
    private final float[] fixed;
    private final float[] padding;
    private final float[] rows;
    private final int[] shown;
    private final int[] places;
    private int count;
    private final JobsInTurn turn = new JobsInTurn();

    VisibleJobs(OrderingJobs jobs, JobColumns columns, int most) {
        this.jobs = jobs;
        this.columns = columns;
        this.most = most;
        this.fixed = new float[jobs.count() * JobColumns.COUNT];
        for (int job = 0; job < jobs.count(); job++) {
            columns.fix(jobs.submitted.get(job), fixed, job * JobColumns.COUNT);
        }
        this.padding = new float[most * JobColumns.COUNT];
        for (int i = 0; i < padding.length; i++) {
            padding[i] = columns.features().get(i % JobColumns.COUNT).padding();
        }
        this.rows = padding.clone();
        this.shown = new int[most];
        this.places = new int[most];
    }

    /** Forgets what was seen. */
    void begin() {
        count = 0;
        Arrays.fill(shown, -1);
        System.arraycopy(padding, 0, rows, 0, rows.length);
    }

    /** Sees {@code world} as it is now. */
    void look(QueueWorld world) {
        int before = count;
        count = StrictMath.min(world.waiting(), most);
        if (world.waiting() > most) {
            takeInTurn(world);
        } else {
            for (int row = 0; row < count; row++) {
                places[row] = row;
            }
        }
        long now = world.nowNanos();
        int free = world.freeNodes();
        float freeShare = (float) free / jobs.machineNodes;
        for (int row = 0; row < count; row++) {
            int job = world.job(places[row]);
            int at = row * JobColumns.COUNT;
            if (shown[row] != job) {
                shown[row] = job;
                System.arraycopy(fixed, job * JobColumns.COUNT, rows, at, JobColumns.COUNT);
            }
            columns.wait(rows, at, now - jobs.submitNanos[job], jobs.expectedNanos[job]);
            columns.room(rows, at, jobs.nodes[job] <= free, freeShare);
            columns.date(rows, at, now - jobs.submitNanos[job], now);
        }
        for (int row = count; row < before; row++) {
            shown[row] = -1;
            System.arraycopy(padding, 0, rows, row * JobColumns.COUNT, JobColumns.COUNT);
        }
    }

    int rows() {
        return count;
    }

    /** Where in the queue the job of {@code row} stands. */
    int place(int row) {
        return places[row];
    }

    void copy(float[] into, int offset) {
        System.arraycopy(rows, 0, into, offset, rows.length);
    }

    private void takeInTurn(QueueWorld world) {
        turn.begin(world.waiting());
        for (int place = 0; place < world.waiting(); place++) {
            int job = world.job(place);
            turn.job(place, jobs.expectedNanos[job], jobs.submitted.get(job).processors());
        }
        turn.take(most, places);
    }
}
