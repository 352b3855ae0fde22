package io.berth.core.plan.queue;

import io.berth.core.state.Job;

/** One task of a job that holds room. */
public record HeldTask(Job job, int task) {}
