/** The table of Muri: its simulator, operation by operation. */
package io.berth.sim.table.muri;
