/** Real jobs under a real Berth in a process of its own, and what they leave outside of it to be checked by. */
@NullMarked
package io.berth.testkit.real;

import org.jspecify.annotations.NullMarked;
