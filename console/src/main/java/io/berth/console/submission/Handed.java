package io.berth.console.submission;

import io.berth.live.driver.Sender;
import io.berth.spec.job.JobGraph;

/**
 * Jobs that were handed in.
 *
 * @param asked as they came; by these a repetition is known
 * @param jobs as they go to the engine, with what was decided of them
 * @param sender whose they are
 */
public record Handed(JobGraph asked, JobGraph jobs, Sender sender) {}
