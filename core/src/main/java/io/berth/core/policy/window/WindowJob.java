package io.berth.core.policy.window;

import io.berth.core.cluster.Shape;

/**
 * A job of a window.
 *
 * @param job its number
 * @param shape what each of its tasks asks for
 * @param tasks how many tasks it has; they start together or not at all
 * @param priority as of its spec, higher first
 * @param waitedNanos how long it has waited
 */
public record WindowJob(long job, Shape shape, int tasks, int priority, long waitedNanos) {}
