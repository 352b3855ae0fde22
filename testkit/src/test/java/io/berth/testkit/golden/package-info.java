/** Journals of earlier builds, and what they told those. */
@NullMarked
package io.berth.testkit.golden;

import org.jspecify.annotations.NullMarked;
