/**
 * Queues that are more than names: what each has a right to, what its jobs hold, and whose turn it is. Nothing here knows of jobs; the
 * state says what is taken and given back, a pass asks what may be taken yet.
 */
package io.berth.core.queue;
