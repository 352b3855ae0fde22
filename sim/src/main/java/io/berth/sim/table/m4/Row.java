package io.berth.sim.table.m4;

import io.berth.core.series.Ensemble;
import io.berth.core.series.Forecast;
import io.berth.core.series.Method;
import io.berth.core.series.model.Seasons;
import java.util.List;

/**
 * One way to forecast a series.
 *
 * @param name what the table calls it
 * @param methods of which methods it is made
 * @param seasons with which seasons, instead of those of the frequency; none for those
 */
record Row(String name, List<Method> methods, Seasons seasons) {
    static final Row ENSEMBLE = new Row("ensemble", List.of(Method.values()), Seasons.NONE);

    /** As the competition had it: the same hour of the day before. */
    static final Row SEASONAL_NAIVE_OF_A_DAY =
            new Row(Method.SEASONAL_NAIVE.key(), List.of(Method.SEASONAL_NAIVE), Seasons.of(24));

    static Row of(Method method) {
        return new Row(method.key(), List.of(method), Seasons.NONE);
    }

    /** What comes after {@code past}, with intervals of 80 %. */
    Forecast ahead(double[] past, Frequency frequency) {
        Seasons with = seasons.count() > 0 ? seasons : frequency.seasons;
        return Ensemble.fit(past, methods, with, frequency.horizon).ahead(M4Experiment.LEVEL);
    }
}
