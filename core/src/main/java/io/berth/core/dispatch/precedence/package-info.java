/**
 * Which requests wait for others to end before they go anywhere: those of one session, one after another, and those that name others.
 * It stands before {@code flow}, in a gateway as in the simulator.
 */
@NullMarked
package io.berth.core.dispatch.precedence;

import org.jspecify.annotations.NullMarked;
