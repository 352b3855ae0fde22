package io.berth.edge.access;

/**
 * One start of one task.
 *
 * @param job the number of its job
 * @param task which of the job's, from 0
 * @param decision that started it; another start of the same task has another
 * @param submitNanos when the job was submitted, nanoseconds of Berth's time: a journal that lost its end gives numbers again
 */
public record TaskStart(long job, int task, long decision, long submitNanos) {}
