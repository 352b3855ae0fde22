package io.berth.optimize.bound;

import io.berth.optimize.bound.classed.Relaxation;
import io.berth.optimize.bound.classed.Response;
import io.berth.optimize.bound.classed.Survey;
import java.util.Arrays;

/**
 * Subgradient steps for the last digits: each as long as Polyak's rule says for a level a little above the best value, along a
 * direction that keeps half of the one before. A level that is not reached in twelve steps is halved.
 */
final class LevelAscent {
    private static final int PATIENCE = 12;
    private static final double FIRST_LEVEL = 1e-4;
    private static final double LAST_LEVEL = 1e-7;

    private final Relaxation relaxation;
    private final Survey survey;
    private final Meter meter;
    private final Response response;
    private final double[] direction;
    private double[] point;
    private double[] best;
    private double bestValue;

    LevelAscent(Relaxation relaxation, Survey survey, double[] prices, double value, Meter meter) {
        this.relaxation = relaxation;
        this.survey = survey;
        this.meter = meter;
        this.best = prices;
        this.bestValue = value;
        this.point = prices.clone();
        this.response = new Response(prices.length);
        this.direction = new double[prices.length];
    }

    double[] best() {
        return best;
    }

    double bestValue() {
        return bestValue;
    }

    void run(int steps) {
        double unit = Math.max(1, Math.abs(bestValue));
        double level = unit * FIRST_LEVEL;
        int vain = 0;
        for (int step = 0; step < steps && level > unit * LAST_LEVEL && !meter.over(); step++) {
            double value = look(unit * LAST_LEVEL);
            vain = value > bestValue + 0.3 * level ? 0 : vain + 1;
            if (value > bestValue) {
                bestValue = value;
                best = point.clone();
            }
            if (vain >= PATIENCE) {
                vain = 0;
                level /= 2;
                point = best.clone();
                Arrays.fill(direction, 0);
            } else if (!step(bestValue + level - value)) {
                return;
            }
        }
    }

    /** Turns {@code response} into the gradient and says the dual value. */
    private double look(double smoothing) {
        relaxation.answer(point, smoothing / survey.room().length, response);
        meter.spend(relaxation.looks());
        double value = response.plain;
        for (int at = 0; at < point.length; at++) {
            boolean priced = survey.typical()[at] > 0;
            value -= priced ? point[at] * survey.room()[at] : 0;
            double slope = priced ? response.used[at] - survey.room()[at] : 0;
            direction[at] = (point[at] > 0 || slope > 0 ? slope : 0) + direction[at] / 2;
        }
        return value;
    }

    private boolean step(double rise) {
        double norm = 0;
        for (int at = 0; at < point.length; at++) {
            norm += direction[at] * direction[at] * scale(at);
        }
        for (int at = 0; at < point.length && norm > 0; at++) {
            point[at] = Math.max(0, point[at] + rise / norm * direction[at] * scale(at));
        }
        return norm > 0;
    }

    private double scale(int at) {
        double typical = survey.typical()[at];
        return typical > 0 ? 1 / (typical * Math.max(typical, survey.room()[at])) : 0;
    }
}
