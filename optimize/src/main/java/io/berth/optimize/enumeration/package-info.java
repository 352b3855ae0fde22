/** All assignments, one after another: for problems so small that this is a proof that anybody can follow. */
@NullMarked
package io.berth.optimize.enumeration;

import org.jspecify.annotations.NullMarked;
