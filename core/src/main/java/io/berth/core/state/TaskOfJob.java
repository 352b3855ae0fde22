package io.berth.core.state;

/** Task {@code task} of a job that lives, from 0. */
public record TaskOfJob(Job job, int task) {}
