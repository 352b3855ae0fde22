package io.berth.optimize.matching;

/**
 * A column for every row, and the prices that prove that none is cheaper.
 *
 * @param columnOfRow a column per row, each at most once
 * @param cost the sum of the costs
 * @param rowPrices one per row
 * @param columnPrices one per column: 0 or less, and 0 where the column is nobody's
 */
public record Matching(int[] columnOfRow, long cost, long[] rowPrices, long[] columnPrices) {
    /**
     * Checks the proof (complementary slackness): the matching is one; no pair costs less than the prices of its row and column
     * together; the pairs chosen cost just that.
     *
     * @throws IllegalStateException where it does not hold, with the pair
     */
    public void check(CostMatrix costs) {
        boolean[] taken = new boolean[costs.columns()];
        long sum = 0;
        for (int row = 0; row < costs.rows(); row++) {
            int chosen = columnOfRow[row];
            require(chosen >= 0 && !taken[chosen], row, chosen);
            taken[chosen] = true;
            sum += costs.cost(row, chosen);
            require(costs.cost(row, chosen) == rowPrices[row] + columnPrices[chosen], row, chosen);
            for (int column = 0; column < costs.columns(); column++) {
                require(costs.cost(row, column) >= rowPrices[row] + columnPrices[column], row, column);
            }
        }
        for (int column = 0; column < costs.columns(); column++) {
            require(taken[column] ? columnPrices[column] <= 0 : columnPrices[column] == 0, -1, column);
        }
        if (sum != cost) {
            throw new IllegalStateException("The cost (" + cost + ") of a matching must be " + sum + ".");
        }
    }

    private static void require(boolean holds, int row, int column) {
        if (!holds) {
            throw new IllegalStateException(
                    "The proof of a matching fails at row (" + row + "), column (" + column + ").");
        }
    }
}
