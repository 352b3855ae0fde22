package io.berth.gateway.tenant;

/**
 * What a tenant took of a model in a day.
 *
 * @param day since 1970, of UTC
 * @param model empty for requests that named none
 */
record UsageLine(long day, String tenant, String model, Counts counts) {}
