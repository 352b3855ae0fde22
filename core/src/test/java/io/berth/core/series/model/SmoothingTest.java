package io.berth.core.series.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.berth.core.series.model.Smoothing.Gains;
import io.berth.core.series.model.Smoothing.Shape;
import io.berth.core.series.model.Smoothing.Start;
import io.berth.core.series.model.Smoothing.Trend;
import org.junit.jupiter.api.Test;

/** The recursion against values worked out by hand, and what fits are for. */
class SmoothingTest {
    private static final double EXACT = 1e-12;

    @Test
    void simpleSmoothingMovesByAPartOfTheError() {
        Smoothing model = new Smoothing(new Gains(0.5, 0, 1, 0, new double[0]), false, new Start(10, 0, new Cycle[0]));
        model.observe(14);
        model.observe(8);
        double[] ahead = new double[3];
        model.ahead(ahead);
        // 10 → 12 → 10, and so on for ever.
        for (double value : ahead) {
            assertEquals(10, value, EXACT);
        }
    }

    @Test
    void aDampedSlopeFades() {
        Smoothing model = new Smoothing(new Gains(1, 1, 0.5, 0, new double[0]), false, new Start(0, 0, new Cycle[0]));
        model.observe(8);
        double[] ahead = new double[3];
        model.ahead(ahead);
        // Slope 8: the level rises by 4, 2, 1.
        assertEquals(12, ahead[0], EXACT);
        assertEquals(14, ahead[1], EXACT);
        assertEquals(15, ahead[2], EXACT);
    }

    @Test
    void multipliedSeasonsGrowWithTheLevel() {
        Cycle[] seasons = {new Cycle(new double[] {0.5, 1.5}, 0)};
        Smoothing model = new Smoothing(new Gains(1, 0, 1, 0, new double[] {0}), true, new Start(10, 0, seasons));
        model.observe(10);
        double[] ahead = new double[2];
        model.ahead(ahead);
        // 10 where 5 was expected: the level is 20.
        assertEquals(30, ahead[0], EXACT);
        assertEquals(10, ahead[1], EXACT);
    }

    @Test
    void whatIsCarriedIsAPartOfTheLastError() {
        Smoothing model = new Smoothing(new Gains(0, 0, 1, 0.5, new double[0]), false, new Start(10, 0, new Cycle[0]));
        model.observe(14);
        double[] ahead = new double[2];
        model.ahead(ahead);
        assertEquals(12, ahead[0], EXACT);
        assertEquals(11, ahead[1], EXACT);
    }

    @Test
    void holtGoesOnWithALine() {
        double[] line = new double[40];
        for (int i = 0; i < line.length; i++) {
            line[i] = 5 + 3 * i;
        }
        double[] ahead = new double[10];
        Smoothing.fit(line, Seasons.NONE, new Shape(Trend.LINEAR, false, false), 10)
                .ahead(ahead);
        for (int i = 0; i < ahead.length; i++) {
            assertEquals(5 + 3 * (40 + i), ahead[i], 0.05);
        }
    }

    @Test
    void holtWintersGoesOnWithBothSeasons() {
        double[] series = new double[12 * 20];
        for (int i = 0; i < series.length; i++) {
            series[i] = expected(i);
        }
        double[] ahead = new double[24];
        Smoothing.fit(series, Seasons.of(3, 12), new Shape(Trend.NONE, false, true), 24)
                .ahead(ahead);
        for (int i = 0; i < ahead.length; i++) {
            assertEquals(expected(series.length + i), ahead[i], 0.5);
        }
    }

    private static double expected(int i) {
        return 100 + 10 * (i % 3) + (i % 12 < 6 ? 8 : -8);
    }

    @Test
    void aSeasonOfWhichThereIsTooLittleIsLeftOut() {
        double[] few = {3, 4, 5, 4, 3, 4, 5, 4};
        double[] ahead = new double[4];
        Smoothing.fit(few, Seasons.of(6), new Shape(Trend.NONE, false, false), 4)
                .ahead(ahead);
        for (double value : ahead) {
            assertTrue(value >= 3 && value <= 5);
        }
    }
}
