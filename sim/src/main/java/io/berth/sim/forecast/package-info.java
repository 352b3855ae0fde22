/** When jobs that wait will start and end: the engine that decides in production, run on in virtual time from a copy of the state. */
package io.berth.sim.forecast;
