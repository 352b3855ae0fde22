package io.berth.console.access;

/**
 * One start of one task.
 *
 * @param job the number of its job
 * @param task which of the job's, from 0
 * @param decision that started it; another start of the same task has another
 */
public record TaskStart(long job, int task, long decision) {}
