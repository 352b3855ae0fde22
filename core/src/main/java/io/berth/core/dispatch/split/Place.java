package io.berth.core.dispatch.split;

/**
 * A server that could have a request.
 *
 * @param row in the fleet
 * @param server by which it is known for good
 * @param waitNanos until it would begin, as far as is predicted
 */
record Place(int row, int server, double waitNanos) {}
