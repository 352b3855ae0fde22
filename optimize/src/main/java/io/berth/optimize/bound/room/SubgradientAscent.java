package io.berth.optimize.bound.room;

import java.util.Arrays;

/**
 * Raises a relaxation's value step by step along deflected subgradients (Camerini, Fratta and Maffioli, "On improving relaxation
 * methods by modified gradient techniques", Mathematical Programming Study 3, 1975), as far as Polyak's rule says for a value to be
 * reached; shorter when steps stop to gain, from the best multipliers on. Optionally a relaxation is evaluated between the best and
 * the current multipliers, so that prices jump less (Wentges, "Weighted Dantzig-Wolfe decomposition", International Transactions in
 * Operational Research 4, 1997), with the weight of the best set by whether slopes there point to it (Pessoa, Sadykov, Uchoa and
 * Vanderbeck, "Automation and combination of linear-programming based stabilization techniques", INFORMS Journal on Computing 30,
 * 2018).
 */
public final class SubgradientAscent {
    private final LagrangianRelaxation relaxation;
    private final Rule rule;
    private final long[] multipliers;
    private final long[] slopes;
    private final double[] exact;
    private final double[] direction;
    private final long[] best;
    private long bestValue = Long.MIN_VALUE;
    private double length;
    private double smoothing;
    private int idle;

    /**
     * How steps are made.
     *
     * @param length of steps at first, as a part of Polyak's
     * @param patience how many steps without gain make them shorter by half
     * @param shortest when they are shorter than this part, they become {@code again} long
     * @param again how long steps become after the shortest
     * @param deflection how much of the last direction is taken off where it points backward: 1.5 in the source, 0 for plain steps
     */
    public record Rule(double length, int patience, double shortest, double again, double deflection) {
        /** What reached the highest bounds of knapsacks. */
        public static final Rule DEFLECTED = new Rule(1, 15, 1e-3, 0.2, 1.5);

        /** Polyak's steps and nothing else, which is what textbooks show. */
        public static final Rule PLAIN = new Rule(1, 5, 1e-6, 1e-6, 0);
    }

    /**
     * @param start where to begin; moved into the range of the multipliers
     */
    public SubgradientAscent(LagrangianRelaxation relaxation, Rule rule, long[] start) {
        this.relaxation = relaxation;
        this.rule = rule;
        this.length = rule.length();
        this.multipliers = start.clone();
        this.best = start.clone();
        this.slopes = new long[start.length];
        this.exact = new double[start.length];
        this.direction = new double[start.length];
        for (int at = 0; at < start.length; at++) {
            exact[at] = (double) start[at];
            multipliers[at] = inRange(at);
        }
    }

    /** The same, evaluated between the best and the current multipliers. */
    public SubgradientAscent smoothed() {
        smoothing = 0.5;
        return this;
    }

    /**
     * Evaluates at the current multipliers.
     *
     * @return what the relaxation is worth there, in parts
     */
    public long evaluate() {
        if (smoothing > 0 && bestValue != Long.MIN_VALUE) {
            mix();
        }
        long value = relaxation.evaluate(multipliers, slopes);
        keep(value);
        return value;
    }

    /**
     * Moves on from the last evaluation.
     *
     * @param value what it gave
     * @param target what the value is expected to reach, in cost units: the cheapest assignment known, or a guess
     */
    public void move(long value, double target) {
        if (idle >= rule.patience()) {
            restart();
            return;
        }
        if (smoothing > 0) {
            adapt();
        }
        double squares = deflect();
        double missing = Math.max(target * (double) relaxation.scale() - (double) value, (double) relaxation.scale());
        double step = squares == 0 ? 0 : length * missing / squares;
        for (int at = 0; at < exact.length; at++) {
            exact[at] += step * direction[at];
            multipliers[at] = inRange(at);
        }
    }

    private void mix() {
        for (int at = 0; at < exact.length; at++) {
            multipliers[at] = Math.round(smoothing * (double) best[at] + (1 - smoothing) * exact[at]);
        }
    }

    /** Where slopes at the mixture point away from the best multipliers, the best get less weight; else more. */
    private void adapt() {
        double toBest = 0;
        for (int at = 0; at < exact.length; at++) {
            toBest += (double) slopes[at] * ((double) best[at] - exact[at]);
        }
        smoothing = toBest > 0 ? smoothing + 0.1 * (1 - smoothing) : Math.max(0.01, smoothing - 0.1);
    }

    private void keep(long value) {
        boolean clearly = bestValue == Long.MIN_VALUE || value > bestValue + relaxation.scale() / 20;
        idle = clearly ? 0 : idle + 1;
        if (value > bestValue) {
            bestValue = value;
            System.arraycopy(multipliers, 0, best, 0, best.length);
        }
    }

    private void restart() {
        idle = 0;
        length *= 0.5;
        if (length < rule.shortest()) {
            length = rule.again();
        }
        Arrays.fill(direction, 0);
        for (int at = 0; at < exact.length; at++) {
            exact[at] = (double) best[at];
            multipliers[at] = best[at];
        }
    }

    /** Turns the direction; gives the sum of its squares. */
    private double deflect() {
        double along = 0;
        double squares = 0;
        for (int at = 0; at < exact.length; at++) {
            if (multipliers[at] == relaxation.lowest(at) && slopes[at] < 0) {
                // The boundary stops this step; it shall not make the others shorter.
                slopes[at] = 0;
            }
            along += (double) slopes[at] * direction[at];
            squares += direction[at] * direction[at];
        }
        double kept = squares > 0 && along < 0 ? -rule.deflection() * along / squares : 0;
        squares = 0;
        for (int at = 0; at < exact.length; at++) {
            direction[at] = (double) slopes[at] + kept * direction[at];
            squares += direction[at] * direction[at];
        }
        return squares;
    }

    private long inRange(int at) {
        exact[at] = Math.clamp(exact[at], (double) relaxation.lowest(at), (double) relaxation.highest(at));
        return Math.round(exact[at]);
    }

    /** Where the last evaluation was. Not to be changed. */
    public long[] evaluated() {
        return multipliers;
    }

    /** The multipliers of the highest value. Not to be changed. */
    public long[] best() {
        return best;
    }

    /** The highest value, in parts. */
    public long bestValue() {
        return bestValue;
    }

    /** What it proves, in cost units. */
    public long bound() {
        return bestValue == Long.MIN_VALUE ? bestValue : relaxation.bound(bestValue);
    }
}
