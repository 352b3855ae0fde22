package io.berth.core.dispatch.flow;

/** Those who sent requests. None of these may call the flow back. */
public interface Clients {
    /** A request ended. */
    void ended(Ended end);

    /** Stage {@code stage} of request {@code number}, whose result may be kept, is done; returns the bytes of that. */
    default long made(long number, int stage) {
        return 0;
    }

    /** Stage {@code stage} of request {@code number} is not done, since its result is kept. */
    default void reused(long number, int stage) {}

    /** The result under {@code feature} is kept no more. */
    default void dropped(long feature) {}

    /**
     * A request that ended will not be sent to a server any more, so that what it was may be forgotten. For one that is rejected at a
     * later stage that is when its stages beside have ended, which are done nevertheless.
     */
    void forget(long number);
}
