package io.berth.learn.online.evidence;

/** A linear function fitted by least squares, with a little of the ridge so that it always exists. */
final class LinearFit {
    private static final double RIDGE = 1e-3;

    private final int size;
    private final double[][] squares;
    private final double[] products;

    LinearFit(int size) {
        this.size = size;
        this.squares = new double[size][size];
        this.products = new double[size];
        for (int i = 0; i < size; i++) {
            squares[i][i] = RIDGE;
        }
    }

    /** One more example: {@code inputs} gave {@code value}. */
    void add(double[] inputs, double value) {
        for (int i = 0; i < size; i++) {
            products[i] += inputs[i] * value;
            for (int j = 0; j < size; j++) {
                squares[i][j] += inputs[i] * inputs[j];
            }
        }
    }

    /** The weights, by elimination; the matrix is positive definite. */
    double[] weights() {
        double[] weights = products.clone();
        double[][] left = new double[size][];
        for (int i = 0; i < size; i++) {
            left[i] = squares[i].clone();
        }
        for (int pivot = 0; pivot < size; pivot++) {
            for (int row = pivot + 1; row < size; row++) {
                subtract(left, weights, pivot, row);
            }
        }
        for (int row = size - 1; row >= 0; row--) {
            for (int column = row + 1; column < size; column++) {
                weights[row] -= left[row][column] * weights[column];
            }
            weights[row] /= left[row][row];
        }
        return weights;
    }

    private void subtract(double[][] left, double[] right, int pivot, int row) {
        double factor = left[row][pivot] / left[pivot][pivot];
        for (int column = pivot; column < size; column++) {
            left[row][column] -= factor * left[pivot][column];
        }
        right[row] -= factor * right[pivot];
    }

    static double value(double[] weights, double[] inputs) {
        double sum = 0;
        for (int i = 0; i < weights.length; i++) {
            sum += weights[i] * inputs[i];
        }
        return sum;
    }
}
