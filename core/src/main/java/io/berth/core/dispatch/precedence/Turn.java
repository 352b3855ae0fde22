package io.berth.core.dispatch.precedence;

import io.berth.core.dispatch.Refusal;
import org.jspecify.annotations.Nullable;

/**
 * A request waits no more.
 *
 * @param number of the request
 * @param refusal why it goes nowhere; null where it goes on
 */
public record Turn(long number, @Nullable Refusal refusal) {}
