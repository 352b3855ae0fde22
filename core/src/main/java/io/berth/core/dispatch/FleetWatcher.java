package io.berth.core.dispatch;

/** Somebody who keeps something per server. */
@FunctionalInterface
public interface FleetWatcher {
    /** The row of {@code server} changed. */
    void changed(int server);
}
