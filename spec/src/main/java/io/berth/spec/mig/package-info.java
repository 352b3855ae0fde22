/** Which GPUs MIG can cut, and into what: published tables as data. */
@NullMarked
package io.berth.spec.mig;

import org.jspecify.annotations.NullMarked;
