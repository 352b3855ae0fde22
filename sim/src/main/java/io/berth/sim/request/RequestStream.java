package io.berth.sim.request;

import java.util.Iterator;

/** Requests in the order of their arrival; the same each time it is gone through. */
public interface RequestStream extends Iterable<RequestArrival> {
    /** How many there are. */
    long size();

    @Override
    Iterator<RequestArrival> iterator();
}
