/**
 * Runs of the production code in which much goes wrong: a world that tells late, twice or nothing, nodes that come and go, crashes at any
 * event; what is checked after each instant, what was covered, and how a run that fails is made small.
 */
package io.berth.sim.fault;
