/**
 * A strategy that is one of several: at intervals all of them are run ahead from the present state, on work as it has come lately, and the
 * one in force changes where that is worth it.
 */
package io.berth.sim.adaptive;
