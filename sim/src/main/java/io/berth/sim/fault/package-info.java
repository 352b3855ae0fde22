/** Runs of the production code in which much goes wrong. */
package io.berth.sim.fault;
