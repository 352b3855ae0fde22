/** Kills a running Berth at chosen steps of its work, and checks what it left behind. */
@NullMarked
package io.berth.testkit.kill;

import org.jspecify.annotations.NullMarked;
