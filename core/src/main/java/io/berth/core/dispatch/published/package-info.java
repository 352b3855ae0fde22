/** Balancers that others have published, by their names and with their constants. */
@NullMarked
package io.berth.core.dispatch.published;

import org.jspecify.annotations.NullMarked;
