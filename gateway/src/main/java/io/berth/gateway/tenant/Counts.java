package io.berth.gateway.tenant;

/**
 * What was taken until some moment.
 *
 * @param requests that were answered
 * @param refused requests
 * @param cost in billionths of the currency
 */
public record Counts(long requests, long inputTokens, long outputTokens, long refused, long cost) {}
