/** Published tables, with what is peculiar to the protocol of each. */
package io.berth.sim.table;
