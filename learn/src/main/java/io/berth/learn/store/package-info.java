/** Models that are kept, by what they are. */
@NullMarked
package io.berth.learn.store;

import org.jspecify.annotations.NullMarked;
