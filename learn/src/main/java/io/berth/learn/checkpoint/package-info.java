/** What is learnt as bytes, so that training goes on after a crash as if nothing had happened. */
@NullMarked
package io.berth.learn.checkpoint;

import org.jspecify.annotations.NullMarked;
