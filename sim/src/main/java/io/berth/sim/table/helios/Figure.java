package io.berth.sim.table.helios;

import java.util.List;
import java.util.function.ToLongFunction;

/** The figures of the table: means in seconds, cut to whole ones. */
enum Figure {
    JCT("jct_", "jct_mean_s", 0.005, SimulatedJob::completionSeconds),
    QUEUE("que_", "wait_mean_s", 0.02, SimulatedJob::waitedSeconds);

    private final String prefix;
    private final String column;
    private final double tieTolerance;
    private final ToLongFunction<SimulatedJob> seconds;

    Figure(String prefix, String column, double tieTolerance, ToLongFunction<SimulatedJob> seconds) {
        this.prefix = prefix;
        this.column = column;
        this.tieTolerance = tieTolerance;
        this.seconds = seconds;
    }

    /** What the published file's column begins with. */
    String prefix() {
        return prefix;
    }

    String column() {
        return column;
    }

    /** How far it may be off where it depends on an order that was not published, as a part of it. */
    double tieTolerance() {
        return tieTolerance;
    }

    /** Of jobs that have all ended. */
    long of(List<SimulatedJob> jobs) {
        long sum = 0;
        for (SimulatedJob job : jobs) {
            sum += seconds.applyAsLong(job);
        }
        return sum / jobs.size();
    }
}
