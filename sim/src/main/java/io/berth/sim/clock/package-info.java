/** Virtual time: a driver that jumps from event to event. */
package io.berth.sim.clock;
