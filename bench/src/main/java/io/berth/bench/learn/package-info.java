/** How fast environments and training are, beside others in the same session. */
@NullMarked
package io.berth.bench.learn;

import org.jspecify.annotations.NullMarked;
