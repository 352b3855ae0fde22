package io.berth.optimize.file;

import io.berth.optimize.problem.Problem;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Quote;

/**
 * A matrix that a text holds agent after agent, kept task after task as integers of one unit, which becomes smaller as soon as a
 * number needs it. Some agents' rows are held back and turned together, since a store per task of one row would miss the cache.
 */
final class DecimalMatrix {
    private static final int BLOCK_ROWS = 16;

    private final String what;
    private final int agents;
    private final int tasks;
    private final int[] cells;
    private final int[][] block;
    private int scale;
    private long power = 1;

    /** @param what its numbers are, for errors */
    DecimalMatrix(String what, int agents, int tasks) {
        this.what = what;
        this.agents = agents;
        this.tasks = tasks;
        cells = new int[agents * tasks];
        block = new int[Math.min(BLOCK_ROWS, agents)][tasks];
    }

    /**
     * Reads all rows.
     *
     * @param least the smallest number allowed, in whatever unit
     * @throws RowsEndException where the text ends before
     */
    DecimalMatrix read(NumberStream numbers, int least) {
        for (int from = 0; from < agents; from += BLOCK_ROWS) {
            int rows = Math.min(BLOCK_ROWS, agents - from);
            for (int row = 0; row < rows; row++) {
                readRow(numbers, block[row], from + row, least);
            }
            turn(from, rows);
        }
        return this;
    }

    /** Task after task. */
    int[] cells() {
        return cells;
    }

    /** How many digits behind the point the unit has. */
    int scale() {
        return scale;
    }

    private void readRow(NumberStream numbers, int[] row, int agent, int least) {
        for (int task = 0; task < tasks; task++) {
            if (!numbers.next()) {
                throw new RowsEndException(
                        "ends after " + task + " numbers of row " + (agent + 1) + " of the " + what + "s");
            }
            if (numbers.scale() > scale) {
                refine(numbers, agent, task);
            }
            long number = numbers.mantissa();
            if (numbers.scale() != scale) {
                number = scaled(numbers);
            }
            if (number > Problem.LARGEST || number < least) {
                throw numbers.wrong(problem(numbers, agent, task, number < least && least == 0));
            }
            row[task] = (int) number;
        }
    }

    /** The number in this unit; out of all range where it is too large for a {@code long}. */
    private long scaled(NumberStream numbers) {
        long number = numbers.mantissa();
        for (int digit = numbers.scale(); digit < scale && Math.abs(number) <= Problem.LARGEST; digit++) {
            number *= 10;
        }
        return number;
    }

    /** Takes a unit in which the number that was read last is whole, too. */
    private void refine(NumberStream numbers, int agent, int task) {
        power = 1;
        for (; scale < numbers.scale(); scale++) {
            power *= 10;
            if (power > Problem.LARGEST) {
                throw numbers.wrong(problem(numbers, agent, task, false));
            }
        }
        boolean fits = multiply(cells);
        for (int[] row : block) {
            fits &= multiply(row);
        }
        if (!fits) {
            throw numbers.wrong(problem(numbers, agent, task, false));
        }
    }

    private boolean multiply(int[] numbers) {
        for (int at = 0; at < numbers.length; at++) {
            long product = numbers[at] * power;
            if (Math.abs(product) > Problem.LARGEST) {
                return false;
            }
            numbers[at] = (int) product;
        }
        return true;
    }

    private String problem(NumberStream numbers, int agent, int task, boolean negative) {
        String head = "the " + what + " of task " + (task + 1) + " on agent " + (agent + 1) + " ("
                + Quote.of(numbers.word()) + ")";
        if (negative) {
            return head + " must not be negative";
        }
        return head + " is out of range: in a unit in which all of them are whole, numbers go up to " + Problem.LARGEST;
    }

    private void turn(int from, int rows) {
        for (int task = 0; task < tasks; task++) {
            int offset = task * agents + from;
            for (int row = 0; row < rows; row++) {
                cells[offset + row] = block[row][task];
            }
        }
    }

    /** A text ended within a matrix; caught where more is known of the text. */
    static final class RowsEndException extends RuntimeException {
        RowsEndException(String message) {
            super(message);
        }

        InputException in(String name, String more) {
            return new InputException(name, getMessage() + more);
        }
    }
}
