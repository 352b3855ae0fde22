/** A gateway put together. */
@NullMarked
package io.berth.gateway.system;

import org.jspecify.annotations.NullMarked;
