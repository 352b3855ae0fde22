/** Published tables: the protocol of each, and ours beside theirs. */
package io.berth.sim.table;
