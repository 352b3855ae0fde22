package io.berth.console.submission;

import io.berth.spec.job.JobGraph;
import java.util.function.LongPredicate;

/**
 * Jobs that were handed in.
 *
 * @param asked as they came; by these a repetition is known
 * @param jobs as they go to the engine, with what was decided of them
 * @param visible the jobs that their sender may know of
 */
public record Handed(JobGraph asked, JobGraph jobs, LongPredicate visible) {}
