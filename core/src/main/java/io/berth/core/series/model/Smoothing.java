package io.berth.core.series.model;

import java.util.Arrays;

/**
 * Exponential smoothing: a level, perhaps a slope, and perhaps seasons, each corrected by a part of the last error. The one recursion is simple
 * smoothing, Holt's and the damped trend (Gardner and McKenzie 1985), and Holt-Winters, added or multiplied, with one season or two (Taylor
 * 2003). Where errors are carried on, a part of the last one is expected again, as Taylor adds it for series of short steps.
 */
public final class Smoothing implements Model {
    /** How the level moves by itself. */
    public enum Trend {
        /** Not at all. */
        NONE,
        /** By a slope that stays. */
        LINEAR,
        /** By a slope that fades. */
        DAMPED
    }

    /**
     * What there is to smooth.
     *
     * @param multiplied seasons multiply the level, instead of being added
     * @param carried a part of the last error is expected again
     */
    public record Shape(Trend trend, boolean multiplied, boolean carried) {}

    /**
     * How much of an error goes where, each from 0 to 1.
     *
     * @param damping what is left of the slope after a step
     * @param carried which part of the last error is expected again
     * @param seasons by season, from the shortest
     */
    record Gains(double level, double slope, double damping, double carried, double[] seasons) {}

    private final Gains gains;
    private final boolean multiplied;
    private final Cycle[] cycles;
    private double level;
    private double slope;
    private double error;

    Smoothing(Gains gains, boolean multiplied, Start start) {
        this.gains = gains;
        this.multiplied = multiplied;
        this.cycles = new Cycle[start.cycles().length];
        for (int i = 0; i < cycles.length; i++) {
            cycles[i] = start.cycles()[i].fromStart();
        }
        this.level = start.level();
        this.slope = start.slope();
    }

    /**
     * Where a series begins.
     *
     * @param cycles by season, from the shortest
     */
    record Start(double level, double slope, Cycle[] cycles) {}

    /** The model of {@code shape} whose forecasts of up to {@code horizon} steps were best over {@code past}, as of its end. */
    public static Smoothing fit(double[] past, Seasons seasons, Shape shape, int horizon) {
        return new SmoothingFit(past, seasons, shape, horizon).best();
    }

    @Override
    public void observe(double value) {
        step(value);
    }

    /** Takes the next value; the error of what was expected one step before. */
    double step(double value) {
        double base = level + gains.damping() * slope;
        double season = season(0);
        double plain = multiplied ? base * season : base + season;
        double wrong = value - plain - gains.carried() * error;
        error = value - plain;
        double ofLevel = multiplied ? wrong / season : wrong;
        level = base + gains.level() * ofLevel;
        slope = gains.damping() * slope + gains.slope() * ofLevel;
        for (int i = 0; i < cycles.length; i++) {
            double now = cycles[i].now();
            double ofSeason = multiplied ? wrong * now / plain : wrong;
            double next = now + gains.seasons()[i] * ofSeason;
            cycles[i].turn(multiplied && !(next > 0 && next < 1e9) ? now : next);
        }
        return wrong;
    }

    private double season(int after) {
        double season = multiplied ? 1 : 0;
        for (Cycle cycle : cycles) {
            double value = cycle.after(after);
            season = multiplied ? season * value : season + value;
        }
        return season;
    }

    @Override
    public void ahead(double[] into) {
        double base = level;
        double rise = slope;
        double carried = error;
        for (int i = 0; i < into.length; i++) {
            rise *= gains.damping();
            base += rise;
            carried *= gains.carried();
            double season = season(i);
            into[i] = (multiplied ? base * season : base + season) + carried;
        }
    }

    @Override
    public String toString() {
        return "level " + gains.level() + " slope " + gains.slope() + " damping " + gains.damping() + " carried "
                + gains.carried() + " seasons " + Arrays.toString(gains.seasons());
    }
}
