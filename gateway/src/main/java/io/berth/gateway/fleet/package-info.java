/** Which model servers are there, and what they say of themselves. */
@NullMarked
package io.berth.gateway.fleet;

import org.jspecify.annotations.NullMarked;
