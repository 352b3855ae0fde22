package io.berth.learn.environment.ordering;

import java.util.Arrays;

/**
 * The rows of the waiting jobs that an agent sees. Where no more wait than there are rows, it is the whole queue, by submission.
 * Where more wait, it is taken in turn: the one of the shortest expected run time not yet taken, then the one with the fewest
 * nodes; ties go by submission.
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
    private long[] byTime = new long[0];
    private long[] bySize = new long[0];
    private boolean[] taken = new boolean[0];

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
            columns.move(
                    rows, at, now - jobs.submitNanos[job], jobs.expectedNanos[job], jobs.nodes[job] <= free, freeShare);
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
        int waiting = world.waiting();
        if (byTime.length < waiting) {
            byTime = new long[2 * waiting];
            bySize = new long[2 * waiting];
            taken = new boolean[2 * waiting];
        }
        sort(world, waiting);
        Arrays.fill(taken, 0, waiting, false);
        int time = 0;
        int size = 0;
        for (int row = 0; row < most; row++) {
            boolean byLength = row % 2 == 0;
            long[] sorted = byLength ? byTime : bySize;
            int at = byLength ? time : size;
            int place = place(sorted[at++]);
            while (taken[place]) {
                place = place(sorted[at++]);
            }
            taken[place] = true;
            places[row] = place;
            if (byLength) {
                time = at;
            } else {
                size = at;
            }
        }
    }

    /** Keys with the place in the queue in their lowest bits, so that they sort without comparing objects. */
    private void sort(QueueWorld world, int waiting) {
        for (int place = 0; place < waiting; place++) {
            int job = world.job(place);
            byTime[place] = jobs.timeRank[job] * (1L << 32) | place;
            bySize[place] = (long) jobs.nodes[job] << 32 | place;
        }
        Arrays.sort(byTime, 0, waiting);
        Arrays.sort(bySize, 0, waiting);
    }

    private static int place(long key) {
        return (int) key;
    }
}
