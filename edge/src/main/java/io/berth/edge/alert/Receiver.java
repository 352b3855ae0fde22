package io.berth.edge.alert;

import java.io.IOException;
import java.time.Instant;

/** Who hears of alerts. One thread at a time tells it. */
public interface Receiver {
    /** As metrics and notes call it; without what is secret of its address. */
    String name();

    /** How often it wants to hear what still stands, in nanoseconds; {@link Long#MAX_VALUE} for never. */
    long againNanos();

    /**
     * Tells it at {@code now}.
     *
     * @throws IOException where it was not heard: it is told again
     * @throws InterruptedException where the thread was
     */
    void tell(Changes changes, Instant now) throws IOException, InterruptedException;
}
