/** Worlds that ask for decisions, played by somebody who gives them one at a time. */
@NullMarked
package io.berth.learn.environment.stepped;

import org.jspecify.annotations.NullMarked;
