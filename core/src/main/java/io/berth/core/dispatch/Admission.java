package io.berth.core.dispatch;

import org.jspecify.annotations.Nullable;

/** Says whether a request may join the queue that it would wait in. */
@FunctionalInterface
public interface Admission {
    /**
     * Why {@code request} may not join; null where it may.
     *
     * @param server where it would go; {@link Fleet#NONE} where it would wait at the gateway
     * @param waiting how many requests wait there now; 0 where it would be served at once
     */
    @Nullable
    Refusal refuse(Request request, Fleet fleet, int server, int waiting, long nowNanos);

    /** Called once, before the first request: the time to tell the fleet of a limit that balancers should see. */
    default void begin(Fleet fleet) {}

    /**
     * When it would let in {@code request}, which it has just refused.
     *
     * @param server where it would go; {@link Fleet#NONE} where it would wait at the gateway
     */
    default Again again(Request request, Fleet fleet, int server, long nowNanos) {
        return Again.UNKNOWN;
    }

    /** Called once {@code request} was let in, by all or because that was promised. */
    default void admitted(Request request, long nowNanos) {}

    /**
     * A request that was sent to a server has left it.
     *
     * @param answered whether with an answer
     */
    default void left(Request request, boolean answered, long nowNanos) {}
}
