package io.berth.core.series.model;

/** Regressions by least squares of one column on any subset of others: products are summed once, each subset costs as much as it is large. */
final class Gram {
    /** So much is added to the diagonal, as a part of it: columns that say the same share what they explain. */
    private static final double RIDGE = 1e-4;

    private final int columns;
    private final double[][] products;

    /**
     * @param rows at least one row, its last value what is explained by those before it
     */
    Gram(double[][] rows) {
        this.columns = rows[0].length - 1;
        this.products = new double[columns + 1][columns + 1];
        for (double[] row : rows) {
            add(row);
        }
    }

    private void add(double[] row) {
        for (int i = 0; i <= columns; i++) {
            double value = row[i];
            double[] sums = products[i];
            for (int j = 0; j <= i; j++) {
                sums[j] += value * row[j];
            }
        }
    }

    private double product(int i, int j) {
        return i >= j ? products[i][j] : products[j][i];
    }

    /** The weights of the columns {@code chosen}. */
    double[] weights(int[] chosen) {
        int n = chosen.length;
        double[][] root = new double[n][n];
        double[] weights = new double[n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                double sum = product(chosen[i], chosen[j]);
                sum = i == j ? sum * (1 + RIDGE) + Double.MIN_NORMAL : sum;
                for (int k = 0; k < j; k++) {
                    sum -= root[i][k] * root[j][k];
                }
                root[i][j] = i == j ? StrictMath.sqrt(StrictMath.max(sum, Double.MIN_NORMAL)) : sum / root[j][j];
            }
            double sum = product(chosen[i], columns);
            for (int k = 0; k < i; k++) {
                sum -= root[i][k] * weights[k];
            }
            weights[i] = sum / root[i][i];
        }
        for (int i = n - 1; i >= 0; i--) {
            for (int k = i + 1; k < n; k++) {
                weights[i] -= root[k][i] * weights[k];
            }
            weights[i] /= root[i][i];
        }
        return weights;
    }

    /** The sum of squares that those weights leave. */
    double left(int[] chosen, double[] weights) {
        double sum = product(columns, columns);
        for (int i = 0; i < chosen.length; i++) {
            sum -= 2 * weights[i] * product(chosen[i], columns);
            for (int j = 0; j < chosen.length; j++) {
                sum += weights[i] * weights[j] * product(chosen[i], chosen[j]);
            }
        }
        return StrictMath.max(sum, 0);
    }
}
