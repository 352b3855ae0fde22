/** Sets the clock under a running Berth, and measures whether any limit or time shown is wrong for it. */
@NullMarked
package io.berth.testkit.clock;

import org.jspecify.annotations.NullMarked;
