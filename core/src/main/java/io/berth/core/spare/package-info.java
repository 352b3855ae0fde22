/** How much of a node is asked for and not used, so that best-effort tasks may have it, and from when on it is wanted back (decision 87). */
@NullMarked
package io.berth.core.spare;

import org.jspecify.annotations.NullMarked;
