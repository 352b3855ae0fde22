/** Training: what is learnt and how it is tested, the steps of it, and what is told of them. */
@NullMarked
package io.berth.learn.training;

import org.jspecify.annotations.NullMarked;
