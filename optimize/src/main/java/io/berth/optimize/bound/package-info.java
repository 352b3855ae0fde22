/** Lower bounds of assignment problems, proved by prices, and the prices themselves. */
@NullMarked
package io.berth.optimize.bound;

import org.jspecify.annotations.NullMarked;
