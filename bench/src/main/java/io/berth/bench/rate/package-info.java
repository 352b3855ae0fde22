/** How fast a real {@code berth up} is on this machine, measured from outside: over its REST API and its command line. */
@NullMarked
package io.berth.bench.rate;

import org.jspecify.annotations.NullMarked;
