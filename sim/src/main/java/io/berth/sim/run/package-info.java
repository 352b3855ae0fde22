/** One run of one strategy over one workload, and what is measured of it. */
package io.berth.sim.run;
