/** Checks on a machine with GPUs; the tests run without. */
@NullMarked
package io.berth.bench.gpu;

import org.jspecify.annotations.NullMarked;
