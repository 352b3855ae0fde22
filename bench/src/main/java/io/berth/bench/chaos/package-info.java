/** A gateway between its servers and what goes wrong there. */
@NullMarked
package io.berth.bench.chaos;

import org.jspecify.annotations.NullMarked;
