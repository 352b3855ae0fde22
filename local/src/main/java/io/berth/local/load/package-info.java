/** What this machine and its accelerators do, sampled on a thread of its own and handed on as aggregates of a window. */
@NullMarked
package io.berth.local.load;

import org.jspecify.annotations.NullMarked;
