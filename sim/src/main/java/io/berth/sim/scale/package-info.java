/** Servers of a simulation whose number follows the requests, as {@code core.scale} decides, and models that are loaded before they are asked for (decision 103). */
@NullMarked
package io.berth.sim.scale;

import org.jspecify.annotations.NullMarked;
