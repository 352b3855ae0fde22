/** The table of Helios on Philly: its simulator, second by second. */
package io.berth.sim.table.helios;
