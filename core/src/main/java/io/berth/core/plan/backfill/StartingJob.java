package io.berth.core.plan.backfill;

import io.berth.core.state.Job;

/**
 * A job that the plan in the making starts.
 *
 * @param first where its tasks' room begins in the scratch
 * @param tasks for how many tasks there is some
 * @param expectedEndNanos when its room is expected back
 */
public record StartingJob(Job job, int first, int tasks, long expectedEndNanos) {}
