package io.berth.core.series.model;

/** The method of Nelder and Mead (1965): the least of a function of a few numbers, without its gradient. */
final class Simplex {
    private static final double ENOUGH = 1e-6;

    /** What is made small; infinite or NaN where it is not defined. */
    @FunctionalInterface
    interface Cost {
        double at(double[] point);
    }

    private final Cost cost;
    private final double[][] points;
    private final double[] costs;
    private int left;

    private Simplex(Cost cost, double[] start, double step, int most) {
        this.cost = cost;
        this.points = new double[start.length + 1][];
        this.costs = new double[start.length + 1];
        this.left = most;
        for (int i = 0; i < points.length; i++) {
            points[i] = start.clone();
            if (i > 0) {
                points[i][i - 1] += step;
            }
            costs[i] = ask(points[i]);
        }
    }

    /** The best point found from {@code start} on, with first steps of {@code step}, after about {@code most} costs. */
    static double[] least(Cost cost, double[] start, double step, int most) {
        Simplex simplex = new Simplex(cost, start, step, most);
        simplex.sort();
        while (simplex.left > 0 && !simplex.settled()) {
            simplex.move();
            simplex.sort();
        }
        return simplex.points[0];
    }

    private double ask(double[] point) {
        left--;
        double value = cost.at(point);
        return Double.isNaN(value) ? Double.POSITIVE_INFINITY : value;
    }

    private boolean settled() {
        double best = costs[0];
        return costs[costs.length - 1] - best <= ENOUGH * StrictMath.abs(best);
    }

    private void move() {
        int worst = points.length - 1;
        double[] mirrored = towards(-1);
        double mirroredCost = ask(mirrored);
        if (mirroredCost < costs[0]) {
            double[] further = towards(-2);
            double furtherCost = ask(further);
            boolean better = furtherCost < mirroredCost;
            put(better ? further : mirrored, better ? furtherCost : mirroredCost);
        } else if (mirroredCost < costs[worst - 1]) {
            put(mirrored, mirroredCost);
        } else {
            double[] nearer = towards(mirroredCost < costs[worst] ? -0.5 : 0.5);
            double nearerCost = ask(nearer);
            if (nearerCost < StrictMath.min(mirroredCost, costs[worst])) {
                put(nearer, nearerCost);
            } else {
                shrink();
            }
        }
    }

    private void put(double[] point, double value) {
        points[points.length - 1] = point;
        costs[points.length - 1] = value;
    }

    /** The point on the line from the middle of all but the worst through the worst; 1 is the worst itself. */
    private double[] towards(double part) {
        int worst = points.length - 1;
        double[] point = new double[worst];
        for (int d = 0; d < worst; d++) {
            double middle = 0;
            for (int i = 0; i < worst; i++) {
                middle += points[i][d] / worst;
            }
            point[d] = middle + part * (points[worst][d] - middle);
        }
        return point;
    }

    private void shrink() {
        for (int i = 1; i < points.length; i++) {
            for (int d = 0; d < points[i].length; d++) {
                points[i][d] = (points[i][d] + points[0][d]) / 2;
            }
            costs[i] = ask(points[i]);
        }
    }

    private void sort() {
        for (int i = 1; i < points.length; i++) {
            for (int j = i; j > 0 && costs[j] < costs[j - 1]; j--) {
                double[] point = points[j];
                points[j] = points[j - 1];
                points[j - 1] = point;
                double value = costs[j];
                costs[j] = costs[j - 1];
                costs[j - 1] = value;
            }
        }
    }
}
