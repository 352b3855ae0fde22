package io.berth.core.dispatch.balance;

import io.berth.core.dispatch.Balancer;
import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.Request;

/** A balancer that says of each server what a request would cost there, so that several can decide together. */
public interface Scoring extends Balancer {
    /**
     * Sets the {@linkplain Candidates#cost(int, double) cost} of {@code request} on each candidate, in a unit of its own; the lowest is best. Servers that
     * are as good as one another have equal costs. Allocates nothing.
     */
    void score(Request request, Fleet fleet, Candidates candidates, long nowNanos);
}
