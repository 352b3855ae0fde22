/** Tunes the numbers of a strategy by whole simulations. */
@NullMarked
package io.berth.learn.tuning;

import org.jspecify.annotations.NullMarked;
