package io.berth.console.api;

import io.berth.console.event.ChangeRing;
import io.berth.console.event.EventFeed;
import io.berth.console.http.Problem;
import io.berth.console.http.Response;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;

/** {@code GET /events}: what changes, as it does. */
final class EventResource {
    static final String MEDIA_TYPE = "text/event-stream";
    static final List<String> TYPES = List.of(ChangeRing.JOB, ChangeRing.NODE, ChangeRing.STRATEGY, ChangeRing.ALERT);

    /** Each reader is a connection; a proxy in front of many can share one. */
    private static final int MOST_READERS = 256;

    private final ChangeRing ring;
    private final Duration heartbeat;
    private final AtomicInteger readers = new AtomicInteger();
    private volatile boolean closed;

    EventResource(ChangeRing ring, Duration heartbeat) {
        this.ring = ring;
        this.heartbeat = heartbeat;
    }

    /** How many follow. */
    int readers() {
        return readers.get();
    }

    /** Ends all streams. */
    void close() {
        closed = true;
        ring.wake();
    }

    Response follow(Call call) {
        if (readers.get() >= MOST_READERS) {
            throw Problem.of(
                            429,
                            "too-many-readers",
                            "too many follow the events",
                            "as many as " + MOST_READERS + " follow the events already")
                    .with("Retry-After", "5")
                    .exception();
        }
        Set<String> types = new TreeSet<>(call.words("types").isEmpty() ? TYPES : call.words("types"));
        EventFeed feed = new EventFeed(
                ring, call.caller(), types, call.text("Last-Event-ID"), new EventFeed.Pace(heartbeat, () -> closed));
        return new Response.Stream(
                200,
                MEDIA_TYPE,
                sink -> {
                    readers.incrementAndGet();
                    try {
                        feed.writeTo(sink);
                    } finally {
                        readers.decrementAndGet();
                    }
                },
                // nginx keeps answers back until they are whole unless it is told not to.
                Map.of("X-Accel-Buffering", "no"));
    }
}
