/** When requests that were turned away may come again, and that they are then let in. */
@NullMarked
package io.berth.core.dispatch.promise;

import org.jspecify.annotations.NullMarked;
