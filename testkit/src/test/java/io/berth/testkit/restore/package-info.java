/** Journals that are damaged, repaired and put back from copies under a real Berth whose jobs run. */
@NullMarked
package io.berth.testkit.restore;

import org.jspecify.annotations.NullMarked;
