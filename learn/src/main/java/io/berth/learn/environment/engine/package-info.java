/**
 * Environments over the production engine: what an agent decides stands in for one policy of a strategy, the rest of the strategy and
 * the engine are those of every run.
 */
@NullMarked
package io.berth.learn.environment.engine;

import org.jspecify.annotations.NullMarked;
