/** Work that is ended at its server before its time: which one makes room for a more urgent request, and when its slot is free. */
@NullMarked
package io.berth.core.dispatch.evict;

import org.jspecify.annotations.NullMarked;
