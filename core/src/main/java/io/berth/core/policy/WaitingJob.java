package io.berth.core.policy;

import io.berth.core.workload.JobSpec;

/** A waiting job as an order sees it. */
public interface WaitingJob {
    /** Its number. */
    long id();

    /** What was submitted; an order must not read {@link JobSpec#workNanos()}, which only the world knows. */
    JobSpec spec();

    /** When it was submitted. */
    long submitNanos();
}
