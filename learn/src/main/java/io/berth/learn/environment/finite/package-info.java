/** Worlds small enough to be solved exactly: what every agent must reach before it is trusted with a large one. */
@NullMarked
package io.berth.learn.environment.finite;

import org.jspecify.annotations.NullMarked;
