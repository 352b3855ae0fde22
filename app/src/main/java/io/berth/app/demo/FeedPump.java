package io.berth.app.demo;

import io.berth.core.engine.Driver;
import io.berth.core.time.Nanos;
import io.berth.sim.clock.Feed;

/** Hands the events of a feed to a driver one at a time, each as a timer. For the engine's thread only. */
final class FeedPump {
    private final Feed feed;
    private long handedUntilNanos = -1;

    FeedPump(Feed feed) {
        this.feed = feed;
    }

    /** All that was handed over and due by {@code nowNanos} has been lived through; hands over what comes next. */
    void pump(long nowNanos, Driver driver) {
        while (handedUntilNanos <= nowNanos) {
            handedUntilNanos = feed.nextNanos();
            if (handedUntilNanos == Nanos.NEVER) {
                return;
            }
            driver.at(handedUntilNanos, feed.next());
        }
    }
}
