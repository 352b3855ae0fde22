/** Readers of published traces: strict by default, one exception type, exact about file, line and column. */
package io.berth.sim.trace;
