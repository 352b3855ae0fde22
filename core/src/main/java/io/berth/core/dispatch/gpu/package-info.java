/** What exporters say that the GPUs of servers do, and what of it others must be doing. */
@NullMarked
package io.berth.core.dispatch.gpu;

import org.jspecify.annotations.NullMarked;
