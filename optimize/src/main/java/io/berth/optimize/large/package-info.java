/** Problems too large to look at every pair often: prices first, then local search over a few options of each task. */
@NullMarked
package io.berth.optimize.large;

import org.jspecify.annotations.NullMarked;
