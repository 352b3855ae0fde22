/** Where servers are found, beside those that settings name: sources that say, again and again, which there are. */
@NullMarked
package io.berth.gateway.fleet.discovery;

import org.jspecify.annotations.NullMarked;
