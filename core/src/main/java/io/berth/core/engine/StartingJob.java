package io.berth.core.engine;

/**
 * A job that the plan in the making starts.
 *
 * @param first where its tasks' room begins in the scratch
 * @param expectedEndNanos when its room is expected back
 */
record StartingJob(Job job, int first, long expectedEndNanos) {}
