/** What nodes do now, as far as it is measured: nothing is decided by it, and nothing of it is in the journal. */
@NullMarked
package io.berth.console.load;

import org.jspecify.annotations.NullMarked;
