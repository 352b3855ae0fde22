package io.berth.learn.environment.fleet;

import io.berth.core.dispatch.Balancer;
import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.Request;

/**
 * Which server does {@code request} go to? It is what a {@link Balancer} is asked, so that one can play, or teach.
 *
 * @param fleet as the dispatcher keeps it, to be read only; the same object for all questions of an episode
 */
public record Question(Request request, Fleet fleet, long nowNanos) {}
