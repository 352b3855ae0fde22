/** How the number of servers follows the requests, as people write it. */
@NullMarked
package io.berth.spec.scale;

import org.jspecify.annotations.NullMarked;
