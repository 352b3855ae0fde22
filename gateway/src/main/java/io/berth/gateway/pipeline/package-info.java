/** Requests that are done in stages: what each stage is sent, and what becomes of its answer. When and where is decided in core. */
@NullMarked
package io.berth.gateway.pipeline;

import org.jspecify.annotations.NullMarked;
