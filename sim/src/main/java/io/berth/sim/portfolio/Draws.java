package io.berth.sim.portfolio;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;

/** The figures of the runs of candidates, by candidate and draw; all candidates have the same draws, so they are compared draw by draw. */
final class Draws {
    private final List<List<SortedMap<String, Double>>> figures = new ArrayList<>();

    Draws(int candidates) {
        for (int candidate = 0; candidate < candidates; candidate++) {
            figures.add(new ArrayList<>());
        }
    }

    /** The next draw of {@code candidate} gave {@code measured}. */
    void add(int candidate, SortedMap<String, Double> measured) {
        figures.get(candidate).add(measured);
    }

    /** How many there are of {@code candidate}. */
    int count(int candidate) {
        return figures.get(candidate).size();
    }

    /** The mean cost of {@code candidate} from draw {@code from} on; infinite where the figure has no meaning in any of them. */
    double cost(int candidate, Objective objective, int from) {
        double sum = 0;
        int known = 0;
        for (int draw = from; draw < count(candidate); draw++) {
            double cost = objective.cost(value(candidate, draw, objective));
            if (!Double.isNaN(cost)) {
                sum += cost;
                known++;
            }
        }
        return known == 0 ? Double.POSITIVE_INFINITY : sum / known;
    }

    /** The mean of the figure from draw {@code from} on; NaN where it has no meaning in any of them. */
    double mean(int candidate, Objective objective, int from) {
        double sum = 0;
        int known = 0;
        for (int draw = from; draw < count(candidate); draw++) {
            double value = value(candidate, draw, objective);
            if (!Double.isNaN(value)) {
                sum += value;
                known++;
            }
        }
        return known == 0 ? Double.NaN : sum / known;
    }

    /** By how much the cost falls from {@code own} to {@code other} in each draw from {@code from} on that has both. */
    double[] gains(int own, int other, Objective objective, int from) {
        List<Double> gains = new ArrayList<>();
        for (int draw = from; draw < StrictMath.min(count(own), count(other)); draw++) {
            double gain = objective.cost(value(own, draw, objective)) - objective.cost(value(other, draw, objective));
            if (!Double.isNaN(gain)) {
                gains.add(gain);
            }
        }
        return gains.stream().mapToDouble(gain -> gain).toArray();
    }

    private double value(int candidate, int draw, Objective objective) {
        return objective.value(figures.get(candidate).get(draw));
    }
}
