package io.berth.console.comparison;

import io.berth.sim.comparison.Difference;
import io.berth.sim.report.Comparison;
import io.berth.sim.report.JobTimes;
import java.util.Collections;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** What strategies differ in from the first of them on one list of jobs, asked once for each in their order. */
final class Differences {
    private @Nullable JobTimes first;
    private int asked;

    /** How many strategies it was asked about. */
    int asked() {
        return asked;
    }

    /** Those of the next strategy; none for the first, or where the first came to nothing. */
    SortedMap<String, Difference> of(JobTimes times) {
        if (asked++ == 0) {
            first = times;
            return Collections.emptySortedMap();
        }
        return first == null ? Collections.emptySortedMap() : Comparison.ofJobs(times, first);
    }

    /** Those of a next strategy that came to nothing. */
    SortedMap<String, Difference> none() {
        asked++;
        return Collections.emptySortedMap();
    }
}
