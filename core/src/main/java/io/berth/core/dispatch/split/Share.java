package io.berth.core.dispatch.split;

/**
 * The part of a request that one server has.
 *
 * @param row of the server in the fleet
 * @param items of the request's, at least one
 */
public record Share(int row, int items) {}
