package io.berth.optimize.strategy;

/**
 * A place that one task of a job may take.
 *
 * @param node where
 * @param device which of its devices a share is of; -1 for whole devices, of which those that are idle are alike, and for none
 * @param worth what the task is worth there, in parts
 */
record Option(int node, int device, long worth) {}
