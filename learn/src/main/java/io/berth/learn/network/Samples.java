package io.berth.learn.network;

import io.berth.learn.checkpoint.CheckpointReader;
import io.berth.learn.checkpoint.CheckpointWriter;
import io.berth.learn.checkpoint.Checkpointed;
import io.berth.learn.environment.Mdp;
import java.util.Arrays;

/**
 * States as an agent saw them, one after the other. Where an action picks a row, only the rows of allowed actions are kept: empty ones
 * say nothing, and there are often more of them than of others. Else a state is one row with all of the observation.
 */
public final class Samples implements Checkpointed {
    private static final int INITIAL = 256;

    private final int features;
    private final int actions;
    private final boolean byRow;
    private int count;
    private int[] firstRow = new int[INITIAL + 1];
    private float[] rows = new float[INITIAL];
    private int[] rowAction = new int[INITIAL];
    private boolean[] masks = new boolean[0];

    /** For states of {@code mdp}. */
    public Samples(Mdp mdp) {
        this(
                mdp.actions().picksRow(),
                mdp.actions().picksRow()
                        ? mdp.observation().features().size()
                        : mdp.observation().size(),
                mdp.actions().count());
    }

    private Samples(boolean byRow, int features, int actions) {
        this.byRow = byRow;
        this.features = features;
        this.actions = actions;
    }

    /** For states of the same kind, with none yet. */
    public Samples empty() {
        return new Samples(byRow, features, actions);
    }

    /** The states at the places {@code order}. */
    public Samples inOrder(int[] order) {
        Samples sorted = empty();
        sorted.growRows(firstRow[count]);
        for (int state : order) {
            sorted.add(this, state);
        }
        return sorted;
    }

    /** Keeps one more state: the one at {@code state} of {@code others}. */
    public void add(Samples others, int state) {
        int row = firstRow[count];
        int from = others.firstRow[state];
        int more = others.firstRow[state + 1] - from;
        growRows(row + more);
        System.arraycopy(others.rows, from * features, rows, row * features, more * features);
        System.arraycopy(others.rowAction, from, rowAction, row, more);
        if (!byRow) {
            growMasks(count + 1);
            System.arraycopy(others.masks, state * actions, masks, count * actions, actions);
        }
        finish(row + more);
    }

    private void growMasks(int states) {
        if (masks.length < states * actions) {
            masks = Arrays.copyOf(masks, Math.max(2 * masks.length, states * actions));
        }
    }

    /** How many states there are. */
    public int count() {
        return count;
    }

    /** How many numbers a row has. */
    public int features() {
        return features;
    }

    /** How many actions there are in all, allowed or not. */
    public int actions() {
        return actions;
    }

    /** Forgets all. */
    public void clear() {
        count = 0;
    }

    /** True where only the rows of allowed actions are kept. */
    boolean byRow() {
        return byRow;
    }

    /** Keeps one more state. */
    public void add(float[] observation, boolean[] mask) {
        int row = firstRow[count];
        if (byRow) {
            for (int action = 0; action < actions; action++) {
                if (mask[action]) {
                    keep(observation, action * features, row);
                    rowAction[row++] = action;
                }
            }
        } else {
            keep(observation, 0, row++);
            growMasks(count + 1);
            System.arraycopy(mask, 0, masks, count * actions, actions);
        }
        finish(row);
    }

    /** Keeps all of {@code others}, in their order. */
    public void addAll(Samples others) {
        for (int state = 0; state < others.count; state++) {
            add(others, state);
        }
    }

    /** Gives back what was reserved for more states. */
    public void trim() {
        firstRow = Arrays.copyOf(firstRow, count + 1);
        rows = Arrays.copyOf(rows, (firstRow[count] + 1) * features);
        rowAction = Arrays.copyOf(rowAction, firstRow[count]);
        masks = Arrays.copyOf(masks, byRow ? 0 : count * actions);
    }

    /** How much memory it takes, bytes; what is reserved counts. */
    public long bytes() {
        return (long) Float.BYTES * rows.length
                + (long) Integer.BYTES * (firstRow.length + rowAction.length)
                + masks.length;
    }

    @Override
    public void write(CheckpointWriter to) {
        to.add(count);
        to.add(Arrays.copyOf(firstRow, count + 1));
        to.add(Arrays.copyOf(rows, firstRow[count] * features));
        to.add(Arrays.copyOf(rowAction, firstRow[count]));
        to.add(Arrays.copyOf(masks, byRow ? 0 : count * actions));
    }

    @Override
    public void read(CheckpointReader from) {
        count = from.integer();
        firstRow = from.integers();
        rows = from.floats();
        rowAction = from.integers();
        masks = from.truths();
        if (firstRow.length != count + 1
                || rows.length != firstRow[count] * features
                || rowAction.length != firstRow[count]
                || masks.length != (byRow ? 0 : count * actions)) {
            throw from.wrong("its states are not of rows of " + features + " numbers and " + actions + " actions");
        }
        trim();
    }

    /** The first row of {@code state}; that of the state after the last is how many rows there are. */
    int firstRow(int state) {
        return firstRow[state];
    }

    /** The action that picks {@code row}. */
    int action(int row) {
        return rowAction[row];
    }

    float[] rows() {
        return rows;
    }

    boolean allowed(int state, int action) {
        return masks[state * actions + action];
    }

    private void keep(float[] observation, int from, int row) {
        growRows(row + 1);
        System.arraycopy(observation, from, rows, row * features, features);
    }

    private void growRows(int needed) {
        if (rows.length < needed * features) {
            rows = Arrays.copyOf(rows, Math.max(2 * rows.length, needed * features));
        }
        if (rowAction.length < needed) {
            rowAction = Arrays.copyOf(rowAction, Math.max(2 * rowAction.length, needed));
        }
    }

    private void finish(int nextRow) {
        count++;
        if (firstRow.length <= count) {
            firstRow = Arrays.copyOf(firstRow, 2 * firstRow.length);
        }
        firstRow[count] = nextRow;
    }
}
