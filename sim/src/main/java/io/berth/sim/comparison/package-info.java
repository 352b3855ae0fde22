/** Which differences between strategies are real: intervals over seeds, and paired resampling over seeds or jobs. */
package io.berth.sim.comparison;
