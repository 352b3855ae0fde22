package io.berth.core.dispatch.flow;

import io.berth.core.dispatch.Need;

/**
 * A part of a request that one server does, as it is known when the request comes.
 *
 * @param need what it asks of the server
 * @param beside true where it runs beside the stage before it, not after
 * @param feature what its result is kept under in the feature cache; {@link #NOT_KEPT} for not at all
 */
public record Stage(Need need, boolean beside, long feature) {
    /** The result is of no use to another request. */
    public static final long NOT_KEPT = -1;
}
