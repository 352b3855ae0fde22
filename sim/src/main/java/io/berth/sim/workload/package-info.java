/** What arrives: workloads, and the seeded generator of one. */
package io.berth.sim.workload;
