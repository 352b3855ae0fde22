package io.berth.optimize.bound;

import io.berth.optimize.bound.classed.Relaxation;
import io.berth.optimize.bound.classed.Response;
import io.berth.optimize.bound.classed.Survey;

/**
 * Accelerated gradient ascent on the smoothed dual function of capacity prices (Nesterov 2005), with restart where momentum points
 * down (O'Donoghue &amp; Candès, "Adaptive restart for accelerated gradient schemes", 2015, gradient scheme), and step lengths from the
 * curvature met on the way (Malitsky &amp; Mishchenko, "Adaptive gradient descent without descent", 2020). A price moves by the
 * gradient over (typical size times capacity), which is about its curvature, so units of resources do not matter.
 */
final class SmoothAscent {
    private final Survey survey;
    private final Meter meter;
    private final double[] scale;
    private final Response response;
    private final double[] gradient;
    private final double[] lastGradient;
    private final double[] lastPoint;
    private final double[] lastReached;
    private double[] prices;
    private double[] point;
    private double[] best;
    private double bestValue = Double.NEGATIVE_INFINITY;
    private double excess;
    private final double unit;
    private double smoothing;
    private double pace = 1;
    private double momentum = 1;
    private int stages;

    SmoothAscent(Survey survey, double[] prices, double smoothing, Meter meter) {
        this.survey = survey;
        this.meter = meter;
        this.unit = smoothing;
        this.smoothing = smoothing;
        int length = prices.length;
        this.scale = new double[length];
        for (int at = 0; at < length; at++) {
            double typical = survey.typical()[at];
            scale[at] = typical > 0 ? 1 / (typical * Math.max(typical, survey.room()[at])) : 0;
        }
        this.prices = prices.clone();
        this.point = prices.clone();
        this.best = prices.clone();
        this.response = new Response(length);
        this.gradient = new double[length];
        this.lastGradient = new double[length];
        this.lastPoint = new double[length];
        this.lastReached = new double[length];
    }

    /** The prices of the highest plain dual value so far. */
    double[] best() {
        return best.clone();
    }

    double bestValue() {
        return bestValue;
    }

    /** How much of the last answer's value the smoothing takes, at most. */
    double excess() {
        return excess;
    }

    double smoothing() {
        return smoothing;
    }

    /**
     * Goes on with less smoothing, from where the best prices should then be: they move with the smoothing about evenly, so the way
     * from the last stage to this one goes on.
     */
    void sharpen(double factor) {
        smoothing *= factor;
        for (int at = 0; at < prices.length; at++) {
            double reached = prices[at];
            prices[at] = stages == 0 ? reached : Math.max(0, reached + factor * (reached - lastReached[at]));
            lastReached[at] = reached;
        }
        stages++;
    }

    /** Forgets what was seen of a relaxation that no longer holds. */
    void forget() {
        bestValue = Double.NEGATIVE_INFINITY;
    }

    /**
     * Ascends until what the prices are wrong by costs no more than the smoothing, or there were {@code longest} steps; says whether the
     * former. */
    boolean stage(Relaxation relaxation, int longest) {
        System.arraycopy(prices, 0, point, 0, point.length);
        momentum = 1;
        for (int step = 0; step < longest && !meter.over(); step++) {
            look(relaxation);
            if (error() <= excess) {
                System.arraycopy(point, 0, prices, 0, prices.length);
                return true;
            }
            if (step > 0) {
                adaptPace();
            }
            System.arraycopy(gradient, 0, lastGradient, 0, gradient.length);
            System.arraycopy(point, 0, lastPoint, 0, point.length);
            move();
        }
        return false;
    }

    private void look(Relaxation relaxation) {
        relaxation.answer(point, smoothing, response);
        meter.spend(relaxation.looks());
        excess = response.excess;
        double value = response.plain;
        for (int at = 0; at < point.length; at++) {
            value -= point[at] > 0 ? point[at] * survey.room()[at] : 0;
            gradient[at] = scale[at] > 0 ? response.used[at] - survey.room()[at] : 0;
        }
        if (value > bestValue) {
            bestValue = value;
            System.arraycopy(point, 0, best, 0, best.length);
        }
    }

    /** What is left over, at its price, and what is used too much, at its price or what options of a task differ by. */
    private double error() {
        double error = 0;
        for (int at = 0; at < point.length; at++) {
            double least = gradient[at] > 0 ? unit / survey.typical()[at] : 0;
            error += Math.max(least, point[at]) * Math.abs(gradient[at]);
        }
        return error;
    }

    private void adaptPace() {
        double bend = 0;
        double way = 0;
        for (int at = 0; at < point.length; at++) {
            if (scale[at] > 0) {
                double turned = gradient[at] - lastGradient[at];
                double moved = point[at] - lastPoint[at];
                bend += turned * turned * scale[at];
                way += moved * moved / scale[at];
            }
        }
        double allowed = bend > 0 ? Math.sqrt(way / bend) / smoothing : pace * 2;
        pace = Math.min(pace * 1.2, allowed);
    }

    private void move() {
        double length = pace * smoothing;
        double uphill = 0;
        double[] next = new double[prices.length];
        for (int at = 0; at < next.length; at++) {
            next[at] = Math.max(0, point[at] + length * scale[at] * gradient[at]);
            uphill += gradient[at] * (next[at] - prices[at]);
        }
        if (uphill < 0) {
            momentum = 1;
        }
        double following = (1 + Math.sqrt(1 + 4 * momentum * momentum)) / 2;
        double drift = uphill < 0 ? 0 : (momentum - 1) / following;
        for (int at = 0; at < next.length; at++) {
            point[at] = Math.max(0, next[at] + drift * (next[at] - prices[at]));
        }
        momentum = following;
        prices = next;
    }
}
