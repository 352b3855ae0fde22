package io.berth.sim.forecast;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * When all jobs that wait are expected to start.
 *
 * @param atNanos the moment from which it was looked ahead
 * @param jobs by number; none where no course came to its end in time
 * @param members how many courses the moments are of
 * @param days from how many days before the submissions to come were drawn; 0 where none were
 */
public record StartEstimates(long atNanos, SortedMap<Long, StartEstimate> jobs, int members, int days) {
    public StartEstimates {
        jobs = Collections.unmodifiableSortedMap(new TreeMap<>(jobs));
    }
}
