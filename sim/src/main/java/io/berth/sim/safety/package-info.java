/** What must never happen, whatever the policies, the world and the operators do. */
package io.berth.sim.safety;
