/** From a scenario as a user wrote it to runs: reads its files once and makes nodes, workload and world for each seed. */
package io.berth.sim.scenario;
