/** Data sets on their way to the nodes whose tasks read them, over links that transfers share (decision 85). */
@NullMarked
package io.berth.sim.world.data;

import org.jspecify.annotations.NullMarked;
