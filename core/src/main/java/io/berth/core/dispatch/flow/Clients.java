package io.berth.core.dispatch.flow;

/** Those who sent requests. None of these may call the flow back. */
public interface Clients {
    /** A request ended. */
    void ended(Ended end);

    /**
     * A request that ended will not be sent to a server any more, so that what it was may be forgotten. For one that is rejected at a
     * later stage that is when its stages beside have ended, which are done nevertheless.
     */
    void forget(long number);
}
