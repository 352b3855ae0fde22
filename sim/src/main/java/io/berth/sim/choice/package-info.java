/** The choices that a recorded run made, as rows of a file. */
@NullMarked
package io.berth.sim.choice;

import org.jspecify.annotations.NullMarked;
