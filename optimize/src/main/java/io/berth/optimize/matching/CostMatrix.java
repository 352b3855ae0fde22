package io.berth.optimize.matching;

/**
 * What it costs to give a row a column, dense, row after row.
 *
 * <p>A cost is at most {@link #LARGEST} away from zero, so that sums of as many as a matrix has rows stay exact.
 */
public final class CostMatrix {
    /** For a pair that must not be. */
    public static final long FORBIDDEN = Long.MAX_VALUE / 4;

    /** The largest cost, and the smallest with its sign turned. */
    public static final long LARGEST = 1L << 40;

    private final int rows;
    private final int columns;
    private final long[] costs;

    /**
     * Takes the array over.
     *
     * @param costs row after row, {@code rows * columns}
     * @throws IllegalArgumentException where there are fewer columns than rows, or a cost is out of range
     */
    public CostMatrix(int rows, int columns, long[] costs) {
        if (rows < 0 || columns < rows || (long) rows * columns != costs.length) {
            throw new IllegalArgumentException(
                    "A matrix of " + rows + " rows and " + columns + " columns must have no more rows than"
                            + " columns, and " + (long) rows * columns + " costs, but has " + costs.length + ".");
        }
        for (int at = 0; at < costs.length; at++) {
            if (costs[at] != FORBIDDEN && (costs[at] > LARGEST || costs[at] < -LARGEST)) {
                throw new IllegalArgumentException("The cost (" + costs[at] + ") of row (" + at / columns
                        + "), column (" + at % columns + ") is out of range.");
            }
        }
        this.rows = rows;
        this.columns = columns;
        this.costs = costs;
    }

    /** At most {@link #columns()}. */
    public int rows() {
        return rows;
    }

    public int columns() {
        return columns;
    }

    /** The cost of a pair; {@link #FORBIDDEN} where it must not be. */
    public long cost(int row, int column) {
        return costs[row * columns + column];
    }

    /** For loops over a row: its costs stand from {@code row * columns()} on. */
    long[] array() {
        return costs;
    }
}
