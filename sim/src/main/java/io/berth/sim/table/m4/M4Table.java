package io.berth.sim.table.m4;

import io.berth.sim.table.Table;
import java.nio.file.Path;

/**
 * Errors of forecasts on the hourly and weekly series of the M4 competition. Source: Makridakis, Spiliotis, Assimakopoulos: The M4 Competition:
 * 100,000 time series and 61 forecasting methods, International Journal of Forecasting 36 (2020), and its data and results
 * (Mcompetitions/M4-methods). The published figures are part of the program; of the folder it takes {@code m4/Hourly-train*.csv} and
 * {@code m4/Hourly-test*.csv}, plain or gzip, with all series or some, and the same for {@code Weekly}.
 *
 * <p>Nothing is chosen by the test part: each series is forecast from its training part alone, 48 hours or 13 weeks, with the seasons 24 and 168 hours or 52
 * weeks. The naive forecasts have to be equal where all series are there; where some are, their mean may be off by two standard errors. The others are compared with the best that was
 * published of their kind, and have to be no worse.
 */
public final class M4Table implements Table {
    @Override
    public String name() {
        return "m4";
    }

    @Override
    public String source() {
        return "Makridakis, Spiliotis, Assimakopoulos, The M4 Competition: 100,000 time series and 61 forecasting methods,"
                + " International Journal of Forecasting 36 (2020), with its data";
    }

    @Override
    public String compared() {
        return "sMAPE of naive, seasonal-naive, theta, holt-winters and ensemble on hourly and weekly series; coverage of 80 %"
                + " intervals";
    }

    @Override
    public String expectedTime() {
        return "half a minute";
    }

    @Override
    public Experiment open(Path data) {
        return M4Experiment.open(data);
    }
}
