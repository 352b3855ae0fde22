package io.berth.kube.bind;

import io.berth.kube.object.ObjectKey;

/**
 * One pod that goes to one node.
 *
 * @param job the job that it is a task of
 * @param decision the start decision, which outcomes name
 * @param seenNanos when the pod was first seen, by {@link System#nanoTime}
 * @param ofGang true where it is one of pods that start together
 */
record BindOrder(long job, int task, long decision, ObjectKey pod, String node, long seenNanos, boolean ofGang) {}
