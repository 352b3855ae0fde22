package io.berth.core.model.sequence;

import io.berth.core.model.column.WindowColumns;
import io.berth.core.time.Chance;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Jobs of one knapsack each of which takes so much of it and is worth so much; what is seen of them otherwise is drawn. */
final class TestCourse implements Course {
    private static final int JOB = WindowColumns.JOB.size();
    private static final int NODE = WindowColumns.NODE.size();

    final List<Integer> taken = new ArrayList<>();
    private final int[] sizes;
    private final long[] worths;
    private final int room;
    private final float[] jobRows;
    private final float[] nodeRows;
    private int left;

    TestCourse(int room, int[] sizes, long[] worths, float[] jobRows, float[] nodeRows) {
        this.room = room;
        this.left = room;
        this.sizes = sizes;
        this.worths = worths;
        this.jobRows = jobRows;
        this.nodeRows = nodeRows;
    }

    /** So many jobs and nodes, all drawn. */
    static TestCourse random(long seed, int jobs, int nodes) {
        Chance chance = new Chance(seed, "course", 0);
        int[] sizes = new int[jobs];
        long[] worths = new long[jobs];
        for (int job = 0; job < jobs; job++) {
            sizes[job] = 1 + chance.below(6);
            worths[job] = 1 + chance.below(20);
        }
        return new TestCourse(12, sizes, worths, random(jobs * JOB, chance), random(nodes * NODE, chance));
    }

    private static float[] random(int count, Chance chance) {
        float[] numbers = new float[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = (float) chance.normal();
        }
        return numbers;
    }

    /** The same jobs, that which was at {@code order[i]} at {@code i}; the nodes the other way round. */
    TestCourse reordered(int[] order) {
        int[] otherSizes = new int[order.length];
        long[] otherWorths = new long[order.length];
        float[] otherRows = new float[jobRows.length];
        for (int i = 0; i < order.length; i++) {
            otherSizes[i] = sizes[order[i]];
            otherWorths[i] = worths[order[i]];
            System.arraycopy(jobRows, order[i] * JOB, otherRows, i * JOB, JOB);
        }
        float[] otherNodes = new float[nodeRows.length];
        for (int node = 0; node < nodes(); node++) {
            System.arraycopy(nodeRows, node * NODE, otherNodes, (nodes() - 1 - node) * NODE, NODE);
        }
        return new TestCourse(room, otherSizes, otherWorths, otherRows, otherNodes);
    }

    @Override
    public int jobs() {
        return sizes.length;
    }

    @Override
    public float[] jobRows() {
        return jobRows;
    }

    @Override
    public int nodes() {
        return nodeRows.length / NODE;
    }

    @Override
    public float[] nodeRows() {
        return nodeRows;
    }

    @Override
    public void restart() {
        taken.clear();
        left = room;
    }

    @Override
    public boolean open(int job) {
        return !taken.contains(job) && sizes[job] <= left;
    }

    @Override
    public float[] stepRows() {
        float[] rows = new float[jobs() * WindowColumns.STEP.size()];
        for (int job = 0; job < jobs(); job++) {
            Arrays.fill(
                    rows,
                    job * WindowColumns.STEP.size(),
                    (job + 1) * WindowColumns.STEP.size(),
                    open(job) ? sizes[job] / (float) left : 0);
        }
        return rows;
    }

    @Override
    public float[] stateRow() {
        float[] row = new float[WindowColumns.STATE.size()];
        Arrays.fill(row, left / (float) room);
        return row;
    }

    @Override
    public void take(int job) {
        if (!open(job)) {
            throw new IllegalStateException("The job " + job + " may not come.");
        }
        taken.add(job);
        left -= sizes[job];
    }

    @Override
    public long worth() {
        return taken.stream().mapToLong(job -> worths[job]).sum();
    }
}
