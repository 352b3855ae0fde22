/** Servers that are killed under submit load: what they acknowledged must be there, once, and their journal must replay. */
@NullMarked
package io.berth.testkit.crash;

import org.jspecify.annotations.NullMarked;
