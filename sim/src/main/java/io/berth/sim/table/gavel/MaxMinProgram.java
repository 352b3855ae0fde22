package io.berth.sim.table.gavel;

import java.util.Arrays;

/**
 * Shares x of jobs i in models j that make the smallest gain as large as can be: max t, with Σⱼ aᵢⱼ xᵢⱼ ≥ t, Σⱼ xᵢⱼ ≤ 1, Σᵢ sᵢ xᵢⱼ ≤ Cⱼ,
 * x ≥ 0. Of all shares that do, which are many, the centre: the limit of the central path, to which interior-point solvers come too, and not
 * a corner.
 *
 * <p>Damped Newton steps along the path of the logarithmic barrier (Boyd and Vandenberghe, Convex Optimization, 2004, §11.3; the damping of
 * Nesterov and Nemirovskii keeps every step inside). The Hessian is a block per job, and as many rows as there are models and one more
 * that tie them together, so a step takes time linear in the jobs.
 */
final class MaxMinProgram {
    private static final double FALL = 30;
    private static final double GAP = 1e-6;
    private static final int MOST_STEPS = 60;

    private final double[][] gains;
    private final double[] scales;
    private final double[] room;
    private final int jobs;
    private final int models;

    private final double[][] x;
    private double least;
    private final double[] left;
    /** The step in the making. */
    private final double[][] dx;

    private final double[][] system;

    /**
     * @param gains of a job for all of its time on a model; each job has one above 0
     * @param scales devices that a job has at once
     * @param room devices of each model
     */
    MaxMinProgram(double[][] gains, double[] scales, double[] room) {
        this.gains = gains;
        this.scales = scales;
        this.room = room;
        this.jobs = gains.length;
        this.models = room.length;
        this.x = new double[jobs][models];
        this.dx = new double[jobs][models];
        this.left = new double[models];
        this.system = new double[models + 1][models + 2];
    }

    /** By job and model, from 0 to 1. */
    double[][] solve() {
        begin();
        double constraints = jobs * (models + 2.0) + models;
        double weight = StrictMath.max(1e-3, least) / constraints;
        double goal = GAP * StrictMath.max(1e-3, least) / constraints;
        while (weight > goal) {
            weight /= FALL;
            double decrement = Double.MAX_VALUE;
            for (int step = 0; step < MOST_STEPS && decrement > 0.1; step++) {
                decrement = step(weight);
            }
        }
        return x;
    }

    private void begin() {
        double asked = Arrays.stream(scales).sum();
        least = Double.MAX_VALUE;
        for (int i = 0; i < jobs; i++) {
            double gain = 0;
            for (int j = 0; j < models; j++) {
                x[i][j] = 0.9 / models * StrictMath.min(1, room[j] / asked);
                gain += gains[i][j] * x[i][j];
            }
            least = StrictMath.min(least, gain / 2);
        }
        spare();
    }

    private void spare() {
        for (int j = 0; j < models; j++) {
            left[j] = room[j];
            for (int i = 0; i < jobs; i++) {
                left[j] -= scales[i] * x[i][j];
            }
        }
    }

    /** One Newton step for {@code weight}; its decrement. */
    private double step(double weight) {
        for (double[] row : system) {
            Arrays.fill(row, 0);
        }
        double dGoal = 1 / weight;
        for (int j = 0; j < models; j++) {
            system[j][j] = left[j] * left[j];
        }
        for (int i = 0; i < jobs; i++) {
            dGoal -= collect(i);
        }
        system[models][models + 1] += dGoal;
        double[] solved = solved();
        double decrement = dGoal * solved[models];
        for (int i = 0; i < jobs; i++) {
            decrement += finish(i, solved);
        }
        double root = StrictMath.sqrt(StrictMath.max(0, decrement));
        move(root < 0.25 ? 1 : 1 / (1 + root), solved[models]);
        return root;
    }

    /** What job {@code i} adds to the rows that tie all together; what it adds to the slope of the goal. */
    private double collect(int i) {
        double spare = spare(i);
        double over = over(i);
        double[] down = down(i, spare, over);
        double[] moved = inverse(i, down, spare);
        double[] along = inverse(i, gains[i], spare);
        double width = over * over + dot(gains[i], along);
        double part = dot(gains[i], moved) / width;
        for (int j = 0; j < models; j++) {
            double[] unit = new double[models];
            unit[j] = 1;
            double[] column = inverse(i, unit, spare);
            double share = dot(gains[i], column) / width;
            for (int k = 0; k < models; k++) {
                system[k][j] += scales[i] * scales[i] * (column[k] - along[k] * share);
            }
            system[j][models] -= scales[i] * along[j] / width;
            system[models][j] += scales[i] * along[j] / width;
            system[j][models + 1] += scales[i] * (moved[j] - along[j] * part);
        }
        system[models][models] += 1 / width;
        system[models][models + 1] += part;
        return 1 / over;
    }

    /** The step of job {@code i}; what it adds to the decrement. */
    private double finish(int i, double[] solved) {
        double spare = spare(i);
        double over = over(i);
        double[] down = down(i, spare, over);
        double[] right = new double[models];
        for (int j = 0; j < models; j++) {
            right[j] = down[j] - scales[i] * solved[j];
        }
        double[] moved = inverse(i, right, spare);
        double[] along = inverse(i, gains[i], spare);
        double width = over * over + dot(gains[i], along);
        double part = (dot(gains[i], moved) - solved[models]) / width;
        double decrement = 0;
        for (int j = 0; j < models; j++) {
            dx[i][j] = moved[j] - along[j] * part;
            decrement += down[j] * dx[i][j];
        }
        return decrement;
    }

    private double spare(int i) {
        double spare = 1;
        for (int j = 0; j < models; j++) {
            spare -= x[i][j];
        }
        return spare;
    }

    private double over(int i) {
        return dot(gains[i], x[i]) - least;
    }

    /** Minus the slope of the barrier. */
    private double[] down(int i, double spare, double over) {
        double[] down = new double[models];
        for (int j = 0; j < models; j++) {
            down[j] = 1 / x[i][j] - 1 / spare - scales[i] / left[j] + gains[i][j] / over;
        }
        return down;
    }

    /** {@code v} times the inverse of diag(1/x²) + 11ᵀ/r², r what is spare of the job's time. */
    private double[] inverse(int i, double[] v, double spare) {
        double sum = 0;
        double squares = spare * spare;
        double[] product = new double[models];
        for (int j = 0; j < models; j++) {
            double square = x[i][j] * x[i][j];
            product[j] = square * v[j];
            sum += product[j];
            squares += square;
        }
        for (int j = 0; j < models; j++) {
            product[j] -= x[i][j] * x[i][j] * sum / squares;
        }
        return product;
    }

    private static double dot(double[] one, double[] other) {
        double sum = 0;
        for (int j = 0; j < one.length; j++) {
            sum += one[j] * other[j];
        }
        return sum;
    }

    /** The solution of the rows that tie all together, by elimination with pivots. */
    private double[] solved() {
        int size = system.length;
        for (int column = 0; column < size; column++) {
            int pivot = column;
            for (int row = column + 1; row < size; row++) {
                pivot = StrictMath.abs(system[row][column]) > StrictMath.abs(system[pivot][column]) ? row : pivot;
            }
            double[] held = system[pivot];
            system[pivot] = system[column];
            system[column] = held;
            for (int row = column + 1; row < size; row++) {
                double factor = system[row][column] / held[column];
                for (int k = column; k <= size; k++) {
                    system[row][k] -= factor * held[k];
                }
            }
        }
        double[] solved = new double[size];
        for (int row = size - 1; row >= 0; row--) {
            double sum = system[row][size];
            for (int k = row + 1; k < size; k++) {
                sum -= system[row][k] * solved[k];
            }
            solved[row] = sum / system[row][row];
        }
        return solved;
    }

    /** Goes {@code part} of the step, less where rounding would lead outside. */
    private void move(double part, double dLeast) {
        double far = part;
        shift(far, dLeast);
        while (!inside()) {
            shift(-far / 2, dLeast);
            far /= 2;
        }
    }

    private void shift(double part, double dLeast) {
        for (int i = 0; i < jobs; i++) {
            for (int j = 0; j < models; j++) {
                x[i][j] += part * dx[i][j];
            }
        }
        least += part * dLeast;
        spare();
    }

    private boolean inside() {
        boolean inside = true;
        for (int i = 0; i < jobs && inside; i++) {
            inside = spare(i) > 0 && over(i) > 0;
            for (int j = 0; j < models; j++) {
                inside &= x[i][j] > 0;
            }
        }
        for (int j = 0; j < models; j++) {
            inside &= left[j] > 0;
        }
        return inside;
    }
}
