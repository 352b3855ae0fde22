/** What Berth would have done in a cluster that somebody else scheduled, from the record of what was. */
package io.berth.sim.shadow;
