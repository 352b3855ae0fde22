package io.berth.gateway.journey;

/** Is told of requests by their event loops: it must not wait for anything. */
public interface JourneyListener {
    /** What is to be read of request {@code number} is: it looks for a server. */
    default void asked(long number, Journey.Want want, long nowNanos) {}

    /** It goes to {@code server}; told again where it is tried elsewhere. */
    default void sent(long number, int server, long nowNanos) {}

    /** It has ended; told once of each. */
    void ended(Journey journey);
}
