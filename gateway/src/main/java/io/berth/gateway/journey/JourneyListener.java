package io.berth.gateway.journey;

/** Is told of each request once, when it has ended, by its event loop: it must not wait for anything. */
public interface JourneyListener {
    /** A request has ended. */
    void ended(Journey journey);
}
