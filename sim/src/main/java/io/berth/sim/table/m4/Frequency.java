package io.berth.sim.table.m4;

import io.berth.core.series.Method;
import io.berth.core.series.model.Seasons;
import java.util.List;

/** What M4 asked of series of one frequency, and what was published. */
enum Frequency {
    /** By hour, two days ahead. The best entry was Doornik's, the best benchmark the seasonal naive forecast. */
    HOURLY(
            "Hourly",
            48,
            414,
            Seasons.of(24, 168),
            List.of(
                    Published.equal(Row.of(Method.NAIVE), 43.003),
                    Published.equal(Row.SEASONAL_NAIVE_OF_A_DAY, 13.912),
                    Published.atMost(Row.of(Method.THETA), 18.138),
                    Published.atMost(Row.of(Method.HOLT_WINTERS), 13.912),
                    Published.atMost(Row.ENSEMBLE, 8.913))),
    /** By week, a quarter ahead. M4 took weeks to have no season; the best benchmark was the damped trend. */
    WEEKLY(
            "Weekly",
            13,
            359,
            Seasons.of(52),
            List.of(
                    Published.equal(Row.of(Method.NAIVE), 9.161),
                    Published.atMost(Row.of(Method.THETA), 9.093),
                    Published.atMost(Row.of(Method.HOLT_WINTERS), 8.866),
                    Published.atMost(Row.ENSEMBLE, 8.866)));

    /**
     * A published error.
     *
     * @param exact the same method: ours has to be equal; otherwise no worse
     */
    record Published(Row row, double smape, boolean exact) {
        static Published equal(Row row, double smape) {
            return new Published(row, smape, true);
        }

        static Published atMost(Row row, double smape) {
            return new Published(row, smape, false);
        }
    }

    final String file;
    final int horizon;
    final int seriesInAll;
    final Seasons seasons;
    final List<Published> published;

    Frequency(String file, int horizon, int seriesInAll, Seasons seasons, List<Published> published) {
        this.file = file;
        this.horizon = horizon;
        this.seriesInAll = seriesInAll;
        this.seasons = seasons;
        this.published = published;
    }
}
