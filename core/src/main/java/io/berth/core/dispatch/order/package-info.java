/** Orders of waiting requests that remember what was served. */
@NullMarked
package io.berth.core.dispatch.order;

import org.jspecify.annotations.NullMarked;
