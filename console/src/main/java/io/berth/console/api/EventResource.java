package io.berth.console.api;

import io.berth.console.api.call.Call;
import io.berth.console.event.ChangeRing;
import io.berth.console.event.EventFeed;
import io.berth.console.event.Readers;
import io.berth.console.http.message.Response;
import io.berth.edge.metric.Metric;
import io.berth.edge.metric.MetricSource;
import io.berth.edge.metric.MetricText;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** {@code GET /events}: what changes, as it does. */
final class EventResource implements MetricSource {
    static final String MEDIA_TYPE = "text/event-stream";
    static final List<String> TYPES = List.of(ChangeRing.JOB, ChangeRing.NODE, ChangeRing.STRATEGY, ChangeRing.ALERT);

    private static final Metric EVENTS = Metric.counter(
            "berth_events_total", "events", "Changes told to readers of events since this process began.");
    private static final Metric READERS =
            Metric.gauge("berth_event_readers", "connections", "Connections that follow the events.");

    private final ChangeRing ring;
    private final Duration heartbeat;
    private final Readers readers = new Readers("the events");
    private volatile boolean closed;

    EventResource(ChangeRing ring, Duration heartbeat) {
        this.ring = ring;
        this.heartbeat = heartbeat;
    }

    @Override
    public List<Metric> metrics() {
        return List.of(EVENTS, READERS);
    }

    @Override
    public void write(MetricText text) {
        text.put(EVENTS, (double) ring.last());
        text.put(READERS, readers.count());
    }

    /** Ends all streams. */
    void close() {
        closed = true;
        ring.wake();
    }

    Response follow(Call call) {
        readers.check(call.caller());
        Set<String> types = new TreeSet<>(call.words("types").isEmpty() ? TYPES : call.words("types"));
        EventFeed feed = new EventFeed(
                ring, call.caller(), types, call.text("Last-Event-ID"), new EventFeed.Pace(heartbeat, () -> closed));
        return new Response.Stream(
                200,
                MEDIA_TYPE,
                readers.counted(call.caller(), feed),
                // nginx keeps answers back until they are whole unless it is told not to.
                Map.of("X-Accel-Buffering", "no"));
    }
}
