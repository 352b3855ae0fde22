/** Answers that are kept, and given to those who ask the same. */
@NullMarked
package io.berth.gateway.cache;

import org.jspecify.annotations.NullMarked;
