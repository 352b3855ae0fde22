/**
 * Real time at any scale: the thread that owns the state, the inbox through which everybody else reaches it, and the clock.
 */
package io.berth.live.driver;
