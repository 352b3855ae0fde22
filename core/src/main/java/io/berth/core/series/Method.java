package io.berth.core.series;

import io.berth.core.series.model.Arima;
import io.berth.core.series.model.Model;
import io.berth.core.series.model.SeasonalNaive;
import io.berth.core.series.model.Seasons;
import io.berth.core.series.model.Smoothing;
import io.berth.core.series.model.Smoothing.Shape;
import io.berth.core.series.model.Smoothing.Trend;
import io.berth.core.series.model.Theta;

/** How a series is forecast. */
public enum Method {
    /** What was last comes again. */
    NAIVE("naive"),
    /** What was a season ago comes again. */
    SEASONAL_NAIVE("seasonal-naive"),
    /** Simple exponential smoothing. */
    SIMPLE("simple"),
    /** Holt's: with a slope. */
    HOLT("holt"),
    /** With a slope that fades. */
    DAMPED("damped"),
    /** Holt-Winters with seasons that are added. */
    HOLT_WINTERS_ADDED("holt-winters-added"),
    /** Holt-Winters with seasons that multiply. */
    HOLT_WINTERS("holt-winters"),
    /** The same with a slope that fades. */
    HOLT_WINTERS_DAMPED("holt-winters-damped"),
    /** ARIMA with orders by AICc. */
    ARIMA("arima"),
    /** Theta. */
    THETA("theta");

    private static final int FEWEST = 4;

    private final String key;

    Method(String key) {
        this.key = key;
    }

    /** What it is called. */
    public String key() {
        return key;
    }

    /** True where it does nothing without a season. */
    boolean seasonal() {
        return switch (this) {
            case SEASONAL_NAIVE, HOLT_WINTERS_ADDED, HOLT_WINTERS, HOLT_WINTERS_DAMPED -> true;
            case NAIVE, SIMPLE, HOLT, DAMPED, ARIMA, THETA -> false;
        };
    }

    /** True where it can be fitted to so many values of a series with {@code seasons}, of each of which the values have enough. */
    boolean fits(int values, Seasons seasons) {
        return this == NAIVE ? values >= 1 : values >= FEWEST && (!seasonal() || seasons.count() > 0);
    }

    /** What is left of it where a series has no season. */
    Method withoutSeason() {
        return switch (this) {
            case HOLT_WINTERS_ADDED, HOLT_WINTERS -> SIMPLE;
            case HOLT_WINTERS_DAMPED -> DAMPED;
            case NAIVE, SEASONAL_NAIVE, SIMPLE, HOLT, DAMPED, ARIMA, THETA -> NAIVE;
        };
    }

    /** The model of {@code past}, for forecasts of up to {@code horizon} steps. */
    Model fit(double[] past, Seasons seasons, int horizon) {
        return switch (this) {
            case NAIVE -> new SeasonalNaive(past, 1);
            case SEASONAL_NAIVE -> new SeasonalNaive(past, seasons.longest());
            case SIMPLE -> smoothing(past, Seasons.NONE, Trend.NONE, false, horizon);
            case HOLT -> smoothing(past, Seasons.NONE, Trend.LINEAR, false, horizon);
            case DAMPED -> smoothing(past, Seasons.NONE, Trend.DAMPED, false, horizon);
            case HOLT_WINTERS_ADDED -> smoothing(past, seasons, Trend.NONE, false, horizon);
            case HOLT_WINTERS -> smoothing(past, seasons, Trend.NONE, true, horizon);
            case HOLT_WINTERS_DAMPED -> smoothing(past, seasons, Trend.DAMPED, true, horizon);
            case ARIMA -> Arima.fit(past, seasons);
            case THETA -> Theta.fit(past, seasons);
        };
    }

    private static Model smoothing(double[] past, Seasons seasons, Trend trend, boolean multiplied, int horizon) {
        boolean positive = true;
        for (double value : past) {
            positive &= value > 0;
        }
        return Smoothing.fit(past, seasons, new Shape(trend, multiplied && positive, seasons.count() > 0), horizon);
    }
}
