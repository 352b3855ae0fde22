/** RLScheduler's table of orders on HPC logs: what is peculiar to its program. */
package io.berth.sim.table.rlscheduler;
