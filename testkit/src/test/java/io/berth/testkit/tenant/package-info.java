/** Several users of one Berth, and whether one reaches what is another's. */
@NullMarked
package io.berth.testkit.tenant;

import org.jspecify.annotations.NullMarked;
