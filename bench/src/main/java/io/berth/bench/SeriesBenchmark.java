package io.berth.bench;

import io.berth.core.series.Forecast;
import io.berth.core.series.SeriesBook;
import io.berth.core.series.model.Seasons;
import io.berth.core.time.Chance;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * One pass over a thousand hourly series with a day and a week: each observes a value and is forecast two days ahead with its interval; as many are fitted
 * anew as {@code fits} says. One thread.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 2, time = 3)
@Measurement(iterations = 5, time = 3)
@Fork(1)
public class SeriesBenchmark {
    private static final int SERIES = 1000;
    private static final int HORIZON = 48;
    private static final int PAST = 700;

    @Param({"0", "4"})
    int fits;

    private SeriesBook book = new SeriesBook();
    private Chance chance = new Chance(1, "series", 0);
    private int hour;

    /** Series of 700 hours. All are fitted to them before the first pass. */
    @Setup
    public void prepare() {
        book = new SeriesBook();
        chance = new Chance(1, "series", fits);
        for (int i = 0; i < SERIES; i++) {
            book.add(Seasons.of(24, 168), HORIZON);
        }
        for (hour = 0; hour < PAST; hour++) {
            for (int i = 0; i < SERIES; i++) {
                book.observe(i, value(i));
            }
        }
        book.fit(SERIES);
    }

    private double value(int series) {
        double week = hour / 24 % 7 < 5 ? 1 : 0.6;
        return week * (200 + series + 80 * StrictMath.sin(2 * StrictMath.PI * hour / 24) + 30 * chance.unit());
    }

    /** A pass. */
    @Benchmark
    public double pass() {
        hour++;
        double sum = 0;
        for (int i = 0; i < SERIES; i++) {
            book.observe(i, value(i));
        }
        book.fit(fits);
        for (int i = 0; i < SERIES; i++) {
            Forecast forecast = book.ahead(i, 0.8);
            sum += forecast == null ? 0 : forecast.high()[HORIZON - 1];
        }
        return sum;
    }
}
