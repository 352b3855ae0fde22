/** Problems proved to the last unit by OR-Tools, whose native code is there for some systems only. */
@NullMarked
package io.berth.optimize.exact;

import org.jspecify.annotations.NullMarked;
