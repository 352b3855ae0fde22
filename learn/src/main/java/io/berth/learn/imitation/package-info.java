/** Learning from the choices of a teacher. */
@NullMarked
package io.berth.learn.imitation;

import org.jspecify.annotations.NullMarked;
