/** How fast jobs are where they were placed. */
@NullMarked
package io.berth.core.pace;

import org.jspecify.annotations.NullMarked;
