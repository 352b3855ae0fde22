package io.berth.core.model.sequence;

/**
 * A window whose jobs get their places one after the other, in an order that is to be found: jobs are numbered from 0. What is seen of it
 * has the columns of {@link io.berth.core.model.column.WindowColumns}, row by row, and belongs to the course. For one thread.
 */
public interface Course {
    /** How many jobs it has. */
    int jobs();

    /** What is seen of each job at the beginning. */
    float[] jobRows();

    /** How many nodes are seen. */
    int nodes();

    /** What is seen of each node at the beginning. */
    float[] nodeRows();

    /** Goes back to the beginning: nothing has its place. */
    void restart();

    /** True where {@code job} may come next: it has no place yet, and there is room for it. */
    boolean open(int job);

    /** What is seen of each job now; zeros of those that may not come next. */
    float[] stepRows();

    /** What is seen of all that is left now. */
    float[] stateRow();

    /** Gives {@code job}, which may come next, its places. */
    void take(int job);

    /** What all that has its place is worth, in units of the window; never less for one job more. */
    long worth();
}
