package io.berth.core.dispatch;

/** Somebody who keeps something per server. */
@FunctionalInterface
public interface FleetWatcher {
    /** The row of {@code server} changed. */
    void changed(int server);

    /**
     * A server joined or left: ranks by memory are others, and a number may mean another server than before. Called before
     * {@link #changed} is for each that is there.
     */
    default void reshaped() {}
}
