/** Strategies compared on what a run recorded last: its journal as a workload, simulated off the engine's thread. */
@org.jspecify.annotations.NullMarked
package io.berth.console.comparison;
