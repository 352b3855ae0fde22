/** Clusters of several models of devices, in rounds: the simulations of Gavel. */
@NullMarked
package io.berth.sim.table.gavel;

import org.jspecify.annotations.NullMarked;
