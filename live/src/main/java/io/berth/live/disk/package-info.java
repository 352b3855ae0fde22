/** The disk under a system that runs: how much room there is, what is refused when it is short, and what is kept back for then. */
package io.berth.live.disk;
