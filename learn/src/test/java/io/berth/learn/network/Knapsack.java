package io.berth.learn.network;

import io.berth.core.model.column.WindowColumns;
import io.berth.core.model.sequence.Course;
import io.berth.core.time.Chance;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** Jobs of one room: those that are worth most for what they take should come first. Only that ratio tells them apart. */
public final class Knapsack implements Course {
    private static final int ROOM = 12;

    private final List<Integer> taken = new ArrayList<>();
    private final int[] sizes;
    private final long[] worths;
    private final float[] jobRows;
    private final float[] nodeRows;
    private int left = ROOM;

    private Knapsack(int[] sizes, long[] worths, int nodes) {
        this.sizes = sizes;
        this.worths = worths;
        this.jobRows = new float[sizes.length * WindowColumns.JOB.size()];
        this.nodeRows = new float[nodes * WindowColumns.NODE.size()];
        Arrays.fill(nodeRows, 0.5f);
        for (int job = 0; job < sizes.length; job++) {
            int at = job * WindowColumns.JOB.size();
            jobRows[at] = sizes[job] / (float) ROOM;
            jobRows[at + 1] = worths[job] / 40f;
        }
    }

    /** So many jobs and nodes, drawn. */
    public static Knapsack random(long seed, int jobs, int nodes) {
        Chance chance = new Chance(seed, "knapsack", 0);
        int[] sizes = new int[jobs];
        long[] worths = new long[jobs];
        for (int job = 0; job < jobs; job++) {
            sizes[job] = 1 + chance.below(4);
            worths[job] = (long) sizes[job] * (1 + chance.below(10));
        }
        return new Knapsack(sizes, worths, nodes);
    }

    /** What the best order is: by worth for each unit of room; as well any job of as much. */
    public SequenceLesson lesson() {
        List<Integer> order = best();
        List<boolean[]> good = new ArrayList<>();
        for (int job : order) {
            boolean[] alike = new boolean[sizes.length];
            for (int other = 0; other < sizes.length; other++) {
                alike[other] = worths[other] * sizes[job] == worths[job] * sizes[other];
            }
            good.add(alike);
        }
        return SequenceLesson.of(this, order, good);
    }

    /** What the best order comes to. */
    public long most() {
        restart();
        best().stream().filter(this::open).forEach(this::take);
        return worth();
    }

    private List<Integer> best() {
        return IntStream.range(0, sizes.length)
                .boxed()
                .sorted(Comparator.comparingDouble(job -> -worths[job] / (double) sizes[job]))
                .toList();
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
        return nodeRows.length / WindowColumns.NODE.size();
    }

    @Override
    public float[] nodeRows() {
        return nodeRows;
    }

    @Override
    public void restart() {
        taken.clear();
        left = ROOM;
    }

    @Override
    public boolean open(int job) {
        return !taken.contains(job) && sizes[job] <= left;
    }

    @Override
    public float[] stepRows() {
        float[] rows = new float[jobs() * WindowColumns.STEP.size()];
        for (int job = 0; job < jobs(); job++) {
            rows[job * WindowColumns.STEP.size()] = open(job) ? sizes[job] / (float) left : 0;
        }
        return rows;
    }

    @Override
    public float[] stateRow() {
        float[] row = new float[WindowColumns.STATE.size()];
        row[0] = left / (float) ROOM;
        return row;
    }

    @Override
    public void take(int job) {
        taken.add(job);
        left -= sizes[job];
    }

    @Override
    public long worth() {
        return taken.stream().mapToLong(job -> worths[job]).sum();
    }
}
