package io.berth.sim.workload;

import java.util.List;

/** Draws from a list of weighted values. */
final class Choice<T> {
    private final List<Weighted<T>> values;
    private final double[] upTo;

    /** @param values at least one with a weight above 0 */
    Choice(List<Weighted<T>> values) {
        this.values = values;
        this.upTo = new double[values.size()];
        double sum = 0;
        for (int i = 0; i < upTo.length; i++) {
            sum += values.get(i).weight();
            upTo[i] = sum;
        }
    }

    /** The value that {@code unit}, of 0 to below 1, falls on. */
    T at(double unit) {
        double mark = unit * upTo[upTo.length - 1];
        int i = 0;
        while (i < upTo.length - 1 && upTo[i] <= mark) {
            i++;
        }
        return values.get(i).value();
    }

    /** How likely the value at {@code place} is. */
    double probability(int place) {
        return values.get(place).weight() / upTo[upTo.length - 1];
    }

    List<Weighted<T>> values() {
        return values;
    }
}
