package io.berth.optimize.matching;

import java.util.Arrays;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The cheapest column for every row, by shortest augmenting paths: O(rows² · columns) at worst. Rows first take their best column
 * by raising bids, as in Jonker and Volgenant, "A shortest augmenting path algorithm for dense and sparse linear assignment
 * problems" (Computing 38, 1987), §4; those left over find theirs by Dijkstra's search over reduced costs. Prices start at zero, so
 * that a column that stays free has price zero and fewer rows than columns need no filling up; where none stays free, an
 * {@link Auction} finds better ones to start with.
 */
public final class Hungarian {
    private static final int NONE = -1;

    /** More rounds of bids than two cost more than they save (Jonker and Volgenant, §4.3). */
    private static final int BIDDING_ROUNDS = 2;

    private final int rows;
    private final int columns;
    private final long[] costs;
    private final long[] prices;
    private final int[] columnOfRow;
    private final int[] rowOfColumn;
    private final int[] free;
    private int freeCount;

    // One look at a row: its best column and the next, by cost less price.
    private int best;
    private int next;
    private long bestReduced;
    private long nextReduced;

    // One search: how far each column is, from which row, and in which order they are looked at.
    private final long[] distance;
    private final int[] from;
    private final int[] order;
    private int ready;
    private int scanned;
    private int nearest;

    private Hungarian(CostMatrix matrix) {
        rows = matrix.rows();
        columns = matrix.columns();
        costs = matrix.array();
        prices = new long[columns];
        columnOfRow = filled(rows);
        rowOfColumn = filled(columns);
        free = new int[rows];
        distance = new long[columns];
        from = new int[columns];
        order = new int[columns];
    }

    /** The cheapest matching; null where the pairs that are allowed hold none. */
    public static @Nullable Matching solve(CostMatrix matrix) {
        return solve(matrix, () -> false);
    }

    /** The same; null, too, where it is {@code late} before the end. */
    public static @Nullable Matching solve(CostMatrix matrix, BooleanSupplier late) {
        Hungarian hungarian = new Hungarian(matrix);
        Auction.price(matrix, hungarian.prices);
        return hungarian.run(late);
    }

    private @Nullable Matching run(BooleanSupplier late) {
        for (int row = 0; row < rows; row++) {
            free[freeCount++] = row;
        }
        for (int round = 0; round < BIDDING_ROUNDS && columns > 1; round++) {
            bid();
        }
        for (int at = 0; at < freeCount; at++) {
            if (late.getAsBoolean() || !augment(free[at])) {
                return null;
            }
        }
        lowerToZero();
        long cost = 0;
        long[] rowPrices = new long[rows];
        for (int row = 0; row < rows; row++) {
            long own = costs[row * columns + columnOfRow[row]];
            cost += own;
            rowPrices[row] = own - prices[columnOfRow[row]];
        }
        return new Matching(columnOfRow, cost, rowPrices, prices);
    }

    /** Where no column stays free, prices may all be moved by the same; none is above zero afterwards. */
    private void lowerToZero() {
        long highest = rows == columns ? Arrays.stream(prices).max().orElse(0) : 0;
        for (int column = 0; column < columns && highest != 0; column++) {
            prices[column] -= highest;
        }
    }

    /** Each free row takes its best column and lowers the price by what it is better than the next; whoever had it is free. */
    private void bid() {
        int count = freeCount;
        freeCount = 0;
        // Rows that turn each other out in turn by small steps would go on for long; the search finds these columns at
        // once.
        int left = columns + 2 * count;
        int at = 0;
        while (at < count) {
            int row = free[at++];
            findBest(row);
            if (costs[row * columns + next] == CostMatrix.FORBIDDEN
                    || costs[row * columns + best] == CostMatrix.FORBIDDEN) {
                free[freeCount++] = row;
                continue;
            }
            boolean better = bestReduced < nextReduced;
            int column = better || rowOfColumn[best] == NONE ? best : next;
            int holder = rowOfColumn[column];
            prices[best] -= nextReduced - bestReduced;
            give(row, column);
            if (holder != NONE && better && left-- > 0) {
                free[--at] = holder;
            } else if (holder != NONE) {
                free[freeCount++] = holder;
            }
        }
    }

    /** Finds the two best columns of {@code row}. */
    private void findBest(int row) {
        int offset = row * columns;
        long least = Long.MAX_VALUE;
        long second = Long.MAX_VALUE;
        int column = NONE;
        int other = NONE;
        for (int each = 0; each < columns; each++) {
            long reduced = costs[offset + each] - prices[each];
            if (reduced < least) {
                second = least;
                other = column;
                least = reduced;
                column = each;
            } else if (reduced < second) {
                second = reduced;
                other = each;
            }
        }
        best = column;
        next = other;
        bestReduced = least;
        nextReduced = second;
    }

    private void give(int row, int column) {
        int holder = rowOfColumn[column];
        if (holder != NONE) {
            columnOfRow[holder] = NONE;
        }
        columnOfRow[row] = column;
        rowOfColumn[column] = row;
    }

    /** Finds {@code row} a column along the shortest path to a free one; false where there is none. */
    private boolean augment(int row) {
        int offset = row * columns;
        for (int column = 0; column < columns; column++) {
            long cost = costs[offset + column];
            distance[column] = cost == CostMatrix.FORBIDDEN ? CostMatrix.FORBIDDEN : cost - prices[column];
            from[column] = row;
            order[column] = column;
        }
        ready = 0;
        scanned = 0;
        nearest = 0;
        int end = search();
        if (end == NONE) {
            return false;
        }
        for (int at = 0; at < ready; at++) {
            int column = order[at];
            prices[column] += distance[column] - distance[end];
        }
        int column = end;
        int giver;
        do {
            giver = from[column];
            rowOfColumn[column] = giver;
            int before = columnOfRow[giver];
            columnOfRow[giver] = column;
            column = before;
        } while (giver != row);
        return true;
    }

    /**
     * Dijkstra's search. {@code order} holds the columns whose distance is final and whose rows were looked at, up to
     * {@code scanned}; those whose distance is final, up to {@code nearest}; then the others. {@code ready} counts the first when
     * the last distance was raised: only their prices change.
     */
    private int search() {
        while (true) {
            if (scanned == nearest) {
                ready = scanned;
                int end = raise();
                if (end != NONE || scanned == nearest) {
                    return end;
                }
            }
            int column = order[scanned++];
            int end = relax(column);
            if (end != NONE) {
                return end;
            }
        }
    }

    /** Gathers the columns that are next; gives one of them that is free. */
    private int raise() {
        long least = CostMatrix.FORBIDDEN;
        for (int at = nearest; at < columns; at++) {
            int column = order[at];
            if (distance[column] < least) {
                least = distance[column];
                nearest = scanned;
            }
            if (distance[column] == least && least != CostMatrix.FORBIDDEN) {
                order[at] = order[nearest];
                order[nearest++] = column;
            }
        }
        for (int at = scanned; at < nearest; at++) {
            if (rowOfColumn[order[at]] == NONE) {
                return order[at];
            }
        }
        return NONE;
    }

    /** Looks from the row of {@code column} at the columns not reached; gives one that is free and as near. */
    private int relax(int column) {
        int row = rowOfColumn[column];
        int offset = row * columns;
        long reached = distance[column];
        long own = costs[offset + column] - prices[column];
        for (int at = nearest; at < columns; at++) {
            int other = order[at];
            long cost = costs[offset + other];
            if (cost == CostMatrix.FORBIDDEN) {
                continue;
            }
            long through = reached + cost - prices[other] - own;
            if (through >= distance[other]) {
                continue;
            }
            distance[other] = through;
            from[other] = row;
            if (through == reached && rowOfColumn[other] == NONE) {
                return other;
            }
            if (through == reached) {
                order[at] = order[nearest];
                order[nearest++] = other;
            }
        }
        return NONE;
    }

    private static int[] filled(int length) {
        int[] filled = new int[length];
        Arrays.fill(filled, NONE);
        return filled;
    }
}
