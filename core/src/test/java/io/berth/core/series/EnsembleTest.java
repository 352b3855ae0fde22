package io.berth.core.series;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.berth.core.series.Drift.Change;
import io.berth.core.series.model.Seasons;
import io.berth.core.time.Chance;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Methods together: weights, intervals that hold, series that grow and drift. */
class EnsembleTest {
    private static final Seasons DAY = Seasons.of(24);

    /** A day's pattern about 100 with noise of ±10. */
    private static double value(int hour, Chance chance) {
        return 100 + 30 * StrictMath.sin(2 * StrictMath.PI * hour / 24) + 20 * (chance.unit() - 0.5);
    }

    private static double[] series(int values, long seed) {
        Chance chance = new Chance(seed, "series", 0);
        double[] all = new double[values];
        for (int i = 0; i < values; i++) {
            all[i] = value(i, chance);
        }
        return all;
    }

    @Test
    void methodsThatKnowTheSeasonHaveTheSay() {
        Ensemble ensemble = Ensemble.fit(series(480, 1), DAY, 24);
        double sum = 0;
        for (double weight : ensemble.weights().values()) {
            sum += weight;
        }
        assertEquals(1, sum, 1e-12);
        assertTrue(!ensemble.weights().containsKey(Method.NAIVE));
        assertTrue(ensemble.weights().containsKey(Method.HOLT_WINTERS));
        double[] mean = ensemble.ahead(0.8).mean();
        for (int i = 0; i < 24; i++) {
            assertEquals(100 + 30 * StrictMath.sin(2 * StrictMath.PI * i / 24), mean[i], 8);
        }
    }

    @Test
    void intervalsHoldAboutWhatTheySay() {
        double within = 0;
        double widths = 0;
        for (int seed = 0; seed < 40; seed++) {
            double[] all = series(504, seed);
            Ensemble ensemble = Ensemble.fit(Arrays.copyOf(all, 480), DAY, 24);
            Forecast eighty = ensemble.ahead(0.8);
            within += Accuracy.within(eighty, Arrays.copyOfRange(all, 480, 504)) / 40;
            widths += (ensemble.ahead(0.95).high()[5] - eighty.high()[5]) / 40;
        }
        assertEquals(0.8, within, 0.1);
        assertTrue(widths > 0);
    }

    @Test
    void whatIsNeverNegativeIsNotForecastSo() {
        double[] counts = new double[200];
        Chance chance = new Chance(2, "counts", 0);
        for (int i = 0; i < counts.length; i++) {
            counts[i] = StrictMath.max(0, chance.below(4) - 1);
        }
        Forecast forecast = Ensemble.fit(counts, Seasons.NONE, 12).ahead(0.95);
        for (int i = 0; i < 12; i++) {
            assertTrue(forecast.low()[i] >= 0 && forecast.low()[i] <= forecast.mean()[i]);
        }
    }

    @Test
    void anyNumberOfValuesIsForecast() {
        for (int values = 1; values < 60; values++) {
            double[] some = series(values, values);
            for (Method method : Method.values()) {
                Forecast forecast = Ensemble.fit(some, List.of(method), DAY, 6).ahead(0.8);
                assertTrue(forecast.mean()[0] > 30 && forecast.mean()[0] < 200, method.key() + " of " + values);
                assertTrue(Double.isFinite(forecast.mean()[5] + forecast.low()[5] + forecast.high()[5]), method.key());
            }
        }
    }

    @Test
    void equalValuesStayEqual() {
        double[] equal = new double[100];
        Arrays.fill(equal, 0.25);
        Forecast forecast = Ensemble.fit(equal, DAY, 6).ahead(0.8);
        for (int i = 0; i < 6; i++) {
            assertEquals(0.25, forecast.mean()[i], 1e-9);
            assertEquals(0.25, forecast.high()[i], 1e-6);
        }
    }

    @Test
    void valuesThatAreNoNumbersAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> Ensemble.fit(new double[] {1, Double.NaN}, DAY, 6));
        Ensemble ensemble = Ensemble.fit(series(100, 1), DAY, 6);
        assertThrows(IllegalArgumentException.class, () -> ensemble.observe(1e101));
    }

    @Test
    void followingIsTheSameWhateverTheCallBetween() {
        double[] all = series(600, 9);
        Ensemble one = Ensemble.fit(Arrays.copyOf(all, 480), DAY, 24);
        Ensemble other = Ensemble.fit(Arrays.copyOf(all, 480), DAY, 24);
        for (int i = 480; i < 600; i++) {
            one.observe(all[i]);
            other.ahead(0.5);
            other.observe(all[i]);
        }
        assertArrayEquals(one.ahead(0.8).high(), other.ahead(0.8).high());
    }

    @Test
    void aShiftIsToldAndNoiseIsNot() {
        Chance chance = new Chance(21, "shift", 0);
        FollowedSeries series = new FollowedSeries(DAY, 24);
        int told = 0;
        for (int i = 0; i < 3000; i++) {
            told += series.observe(value(i, chance)) == Change.NONE ? 0 : 1;
            if (series.due()) {
                series.fit();
            }
        }
        assertTrue(told <= 1, told + " changes told of none");
        int after = 0;
        while (series.observe(value(3000 + after, chance) + 40) != Change.HIGHER) {
            after++;
            assertTrue(after < 12);
        }
        assertEquals(Change.HIGHER, series.change());
        for (int i = 0; i < 24; i++) {
            series.observe(value(3000 + after + i, chance) + 40);
        }
        assertTrue(series.due());
    }

    @Test
    void aBookFitsAFewInAPassAndThoseFirstThatWaitLongest() {
        SeriesBook book = new SeriesBook();
        for (int i = 0; i < 5; i++) {
            book.add(DAY, 6);
        }
        Chance chance = new Chance(4, "book", 0);
        for (int hour = 0; hour < 8; hour++) {
            for (int i = 0; i < 5; i++) {
                book.observe(i, value(hour, chance));
            }
        }
        assertEquals(3, book.fit(2));
        assertTrue(book.ahead(1, 0.8) != null && book.ahead(2, 0.8) == null);
        assertEquals(0, book.fit(10));
        assertTrue(book.ahead(4, 0.8) != null);
    }

    @Test
    void seasonsAreFoundWhereThereAreSome() {
        assertEquals(DAY, SeasonSearch.find(series(480, 3)));
        double[] week = new double[24 * 7 * 5];
        Chance chance = new Chance(8, "week", 0);
        for (int i = 0; i < week.length; i++) {
            week[i] = value(i, chance) * (i / 24 % 7 < 5 ? 1 : 0.4);
        }
        assertEquals(Seasons.of(24, 168), SeasonSearch.find(week));
        double[] walk = new double[500];
        for (int i = 1; i < walk.length; i++) {
            walk[i] = walk[i - 1] + chance.unit() - 0.5;
        }
        assertEquals(Seasons.NONE, SeasonSearch.find(walk));
        assertEquals(Seasons.NONE, SeasonSearch.find(new double[] {4, 4, 4, 4}));
        assertEquals(Seasons.NONE, SeasonSearch.find(new double[] {4}));
    }

    @Test
    void errorsAreThoseOfTheCompetition() {
        assertEquals(200, Accuracy.smape(new double[] {0}, new double[] {3}));
        assertEquals((200 * 2 / 10.0 + 0) / 2, Accuracy.smape(new double[] {6, 0}, new double[] {4, 0}), 1e-12);
        assertEquals(2, Accuracy.mase(new double[] {1, 2, 1, 2}, 1, new double[] {5}, new double[] {3}), 1e-12);
    }
}
