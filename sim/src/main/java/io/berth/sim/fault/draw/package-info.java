/** Clusters, workloads, strategies and faults drawn from a seed, such that every kind of each is frequent. */
package io.berth.sim.fault.draw;
