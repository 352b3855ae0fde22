/** Gradients of losses, computed by PyTorch; the only package that knows it. */
@NullMarked
package io.berth.learn.gradient;

import org.jspecify.annotations.NullMarked;
