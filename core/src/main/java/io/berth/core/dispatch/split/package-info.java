/** Requests of several items split over servers, and small ones merged, where what was learnt of their calls says that it pays. */
@NullMarked
package io.berth.core.dispatch.split;

import org.jspecify.annotations.NullMarked;
