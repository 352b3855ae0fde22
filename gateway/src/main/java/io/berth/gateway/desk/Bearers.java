package io.berth.gateway.desk;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Which server has which row of the fleet. Rows are given again when a server has left, numbers of servers never are: what somebody still
 * does with the number of one that has left reaches nobody.
 */
final class Bearers {
    static final int NOBODY = -1;

    private final Map<Integer, Integer> rows = new HashMap<>();
    private int[] numbers = {};

    /** {@code number} has {@code row} from now on. */
    void put(int row, int number) {
        if (row >= numbers.length) {
            int before = numbers.length;
            numbers = Arrays.copyOf(numbers, Math.max(row + 1, 2 * before));
            Arrays.fill(numbers, before, numbers.length, NOBODY);
        }
        numbers[row] = number;
        rows.put(number, row);
    }

    /** The number of the server that has {@code row}. */
    int number(int row) {
        return numbers[row];
    }

    /** The row of server {@code number}; {@link #NOBODY} where it has none (any more). */
    int row(int number) {
        return rows.getOrDefault(number, NOBODY);
    }

    /** The server at {@code row} is gone; returns its number. */
    int remove(int row) {
        int number = numbers[row];
        numbers[row] = NOBODY;
        rows.remove(number);
        return number;
    }
}
