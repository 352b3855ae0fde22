/** Inference requests and the servers that answer them: the dispatcher that decides in production, played step by step. */
@NullMarked
package io.berth.learn.environment.fleet;

import org.jspecify.annotations.NullMarked;
