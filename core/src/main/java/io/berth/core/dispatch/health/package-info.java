/** How servers do, by what is seen of them: who gets no requests for a while, and how who comes back gets its share. */
@NullMarked
package io.berth.core.dispatch.health;

import org.jspecify.annotations.NullMarked;
