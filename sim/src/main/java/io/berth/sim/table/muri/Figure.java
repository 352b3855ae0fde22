package io.berth.sim.table.muri;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The figures of the table, in seconds. */
enum Figure {
    JCT("JCT", "jct_mean_s"),
    MAKESPAN("Makespan", "makespan_s"),
    JCT_P99("99JCT", "jct_p99_s");

    private static final double NINETY_NINE = 0.99;

    private final String label;
    private final String column;

    Figure(String label, String column) {
        this.label = label;
        this.column = column;
    }

    /** The figure that the published file calls {@code label}; null where Berth does not know it. */
    static @Nullable Figure called(String label) {
        for (Figure figure : values()) {
            if (figure.label.equals(label)) {
                return figure;
            }
        }
        return null;
    }

    String column() {
        return column;
    }

    /** Of jobs that have all ended; the makespan counts from the begin of the trace. */
    double of(List<ReplayedJob> jobs) {
        double[] completions =
                jobs.stream().mapToDouble(ReplayedJob::completionSeconds).toArray();
        return switch (this) {
            case JCT -> Arrays.stream(completions).sum() / completions.length;
            case MAKESPAN ->
                jobs.stream().mapToDouble(ReplayedJob::endSeconds).max().orElse(0);
            case JCT_P99 -> {
                Arrays.sort(completions);
                yield completions[(int) (NINETY_NINE * completions.length)];
            }
        };
    }
}
