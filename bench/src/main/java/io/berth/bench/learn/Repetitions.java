package io.berth.bench.learn;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** What one contestant took for one setting, time after time. */
final class Repetitions {
    /** Others may take so much of the processors in a repetition that counts as quiet. */
    private static final double QUIET = 0.05;

    private final List<Took> quiet = new ArrayList<>();
    private final List<Took> all = new ArrayList<>();

    /** @param others share of the processors that others took meanwhile */
    void add(Took took, double others) {
        all.add(took);
        if (others <= QUIET) {
            quiet.add(took);
        }
    }

    /** How many there were without others on the machine. */
    int quiet() {
        return quiet.size();
    }

    int all() {
        return all.size();
    }

    /** The median, the least and the most of {@code seconds}: of the quiet ones, and of all where none was. */
    double[] spread(ToDoubleFunction<Took> seconds) {
        List<Took> counted = quiet.isEmpty() ? all : quiet;
        double[] sorted = counted.stream().mapToDouble(seconds).sorted().toArray();
        int middle = sorted.length / 2;
        double median = sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
        return new double[] {median, sorted[0], sorted[sorted.length - 1]};
    }
}
