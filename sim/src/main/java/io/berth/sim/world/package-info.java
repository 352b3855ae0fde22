/** How the simulated world behaves: what becomes of decisions, and when nodes fail. */
package io.berth.sim.world;
