package io.berth.core.series.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.berth.core.time.Chance;
import org.junit.jupiter.api.Test;

/** Regressions against weights that are known, and orders that are found of series drawn with them. */
class ArimaTest {
    @Test
    void leastSquaresFindTheWeights() {
        Chance chance = new Chance(7, "gram", 0);
        double[][] rows = new double[50][];
        for (int i = 0; i < rows.length; i++) {
            double a = chance.unit() - 0.5;
            double b = chance.unit() - 0.5;
            double c = chance.unit() - 0.5;
            rows[i] = new double[] {a, b, c, 2 * a - 3 * c};
        }
        Gram gram = new Gram(rows);
        double[] weights = gram.weights(new int[] {0, 2});
        assertEquals(2, weights[0], 1e-3);
        assertEquals(-3, weights[1], 1e-3);
        assertEquals(0, gram.left(new int[] {0, 2}, weights), 1e-4);
    }

    @Test
    void anAutoregressionIsForecastByItsWeight() {
        double[] series = drawn(0.8, 0, 2000);
        double[] ahead = new double[3];
        Arima.fit(series, Seasons.NONE).ahead(ahead);
        double mean = Decomposition.mean(series, 0, series.length);
        double last = series[series.length - 1] - mean;
        assertEquals(mean + 0.8 * last, ahead[0], 0.15);
        assertEquals(mean + 0.64 * last, ahead[1], 0.3);
    }

    @Test
    void movingAveragesAreFoundWithTheRecursionTheyNeed() {
        double[] series = drawn(0.5, 0.6, 3000);
        Arima model = Arima.fit(series, Seasons.NONE);
        double squares = 0;
        Arima again = model;
        double[] more = drawn(0.5, 0.6, 3200);
        for (int i = 3000; i < 3200; i++) {
            double[] ahead = new double[1];
            again.ahead(ahead);
            squares += (more[i] - ahead[0]) * (more[i] - ahead[0]);
            again.observe(more[i]);
        }
        // The innovations are uniform on (-0.5, 0.5), with variance 1/12; nothing can be forecast beyond them.
        assertEquals(1 / 12.0, squares / 200, 0.02);
    }

    @Test
    void aSeasonIsCarriedOn() {
        double[] series = new double[400];
        Chance chance = new Chance(3, "season", 0);
        for (int i = 0; i < series.length; i++) {
            series[i] = 50 + 20 * StrictMath.sin(2 * StrictMath.PI * i / 12) + chance.unit();
        }
        double[] ahead = new double[12];
        Arima.fit(series, Seasons.of(12)).ahead(ahead);
        for (int i = 0; i < ahead.length; i++) {
            assertEquals(50.5 + 20 * StrictMath.sin(2 * StrictMath.PI * (400 + i) / 12), ahead[i], 1.5);
        }
    }

    @Test
    void fewOrEqualValuesAreForecastAsTheLast() {
        double[] ahead = new double[2];
        Arima.fit(new double[] {3, 5, 4, 7}, Seasons.of(12)).ahead(ahead);
        assertEquals(7, ahead[1]);
        Arima.fit(new double[100], Seasons.NONE).ahead(ahead);
        assertEquals(0, ahead[1], 1e-9);
    }

    @Test
    void forecastsOfAWalkStayWithinReach() {
        Chance chance = new Chance(5, "walk", 0);
        double[] walk = new double[300];
        for (int i = 1; i < walk.length; i++) {
            walk[i] = walk[i - 1] + chance.unit() - 0.5;
        }
        double[] ahead = new double[500];
        Arima.fit(walk, Seasons.NONE).ahead(ahead);
        for (double value : ahead) {
            assertTrue(StrictMath.abs(value) < 100);
        }
    }

    private static double[] drawn(double weight, double errorWeight, int values) {
        Chance chance = new Chance(11, "drawn", 0);
        double[] series = new double[values];
        double last = 0;
        double error = 0;
        for (int i = 0; i < values; i++) {
            double now = chance.unit() - 0.5;
            last = weight * last + now + errorWeight * error;
            error = now;
            series[i] = last;
        }
        return series;
    }
}
