package io.berth.learn.transfer;

import io.berth.core.time.Nanos;
import io.berth.learn.environment.ordering.OrderingJobs;
import io.berth.learn.environment.ordering.OrderingJobs.Row;
import java.util.List;

/** What each job of a workload has of it; its distribution is told by quantiles of the natural logarithm. */
public enum Trait {
    GAP("gap_s", "seconds since the job before, at least 1"),
    RUN("run_s", "seconds it runs, at least 1"),
    SHARE("share", "its nodes / those of the machine"),
    ERROR("error", "run time that its user expects / run time, at least 1 s both");

    private static final double SECOND = Nanos.SECOND;

    private final String key;
    private final String doc;

    Trait(String key, String doc) {
        this.key = key;
        this.doc = doc;
    }

    /** Its name, with the unit last. */
    public String key() {
        return key;
    }

    /** What it is. */
    public String doc() {
        return doc;
    }

    /** The logarithms for all of {@code jobs}, in their order. */
    double[] logarithms(OrderingJobs jobs, List<Row> rows) {
        double[] values = new double[rows.size()];
        for (int place = 0; place < values.length; place++) {
            Row row = rows.get(place);
            long before = place == 0 ? row.submitNanos() : rows.get(place - 1).submitNanos();
            double run = seconds(row.runNanos());
            double value = switch (this) {
                case GAP -> seconds(row.submitNanos() - before);
                case RUN -> run;
                case SHARE -> (double) row.nodes() / jobs.machineNodes();
                case ERROR -> seconds(row.expectedNanos()) / run;
            };
            values[place] = StrictMath.log(value);
        }
        return values;
    }

    private static double seconds(long nanos) {
        return StrictMath.max(1, nanos / SECOND);
    }
}
