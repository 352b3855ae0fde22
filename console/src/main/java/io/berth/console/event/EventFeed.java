package io.berth.console.event;

import io.berth.console.http.message.Response;
import io.berth.edge.access.Caller;
import io.berth.spec.input.WholeNumber;
import io.berth.spec.json.Json;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * The changes as server-sent events (HTML Living Standard §9.2) for one reader. It begins with {@code ready}, or with
 * {@code reset} where the reader asked for what is not there any more and has to read the lists again. A reader that falls behind
 * gets {@code dropped} and is left alone.
 */
public final class EventFeed implements Response.Feed {
    /** As many are sent at once. */
    private static final int BATCH = 256;

    /** How long a browser waits before it connects again, milliseconds. */
    private static final int RETRY_MILLIS = 2_000;

    private final ChangeRing ring;
    private final Caller caller;
    private final Set<String> types;
    private final String lastEventId;
    private final Duration heartbeat;
    private final BooleanSupplier ended;

    /**
     * How a feed goes on.
     *
     * @param heartbeat how long nothing may be sent
     * @param ended true from when it is to end; the ring is woken then
     */
    public record Pace(Duration heartbeat, BooleanSupplier ended) {}

    /**
     * @param types those that are sent
     * @param lastEventId the id after which to go on; empty for from now on
     * @param pace when it ends, and how long nothing may be sent
     */
    public EventFeed(ChangeRing ring, Caller caller, Set<String> types, String lastEventId, Pace pace) {
        this.ring = ring;
        this.caller = caller;
        this.types = Set.copyOf(types);
        this.lastEventId = lastEventId;
        this.heartbeat = pace.heartbeat();
        this.ended = pace.ended();
    }

    @Override
    public void writeTo(Response.Sink sink) throws IOException, InterruptedException {
        long now = ring.last();
        long asked = position();
        boolean known = asked >= 0 && ring.reaches(asked);
        long at = known ? asked : now;
        sink.write("retry: " + RETRY_MILLIS + "\n" + opening(known, at));
        while (!ended.getAsBoolean()) {
            ChangeRing.Batch batch = ring.read(at, BATCH, heartbeat);
            if (batch.missed() > 0) {
                sink.write(event(
                        "dropped",
                        id(at),
                        Json.line(Map.of(
                                "reason", "the reader is too slow; read the lists again", "missed", batch.missed()))));
                return;
            }
            at = batch.last();
            sink.write(text(batch));
        }
    }

    private String opening(boolean known, long at) {
        if (lastEventId.isEmpty() || known) {
            return event("ready", id(at), "{}");
        }
        return event(
                "reset",
                id(at),
                Json.line(Map.of(
                        "reason", "what came after the last event is not known any more; read the lists again")));
    }

    /** What of {@code batch} is for this reader; where that is nothing, the place to go on, so that none is missed later. */
    private String text(ChangeRing.Batch batch) {
        StringBuilder text = new StringBuilder();
        for (Change change : batch.changes()) {
            String told = types.contains(change.type()) ? change.telling().to(caller) : null;
            if (told != null) {
                text.append(event(change.type(), id(change.number()), told));
            }
        }
        return text.isEmpty() ? ": heartbeat\nid: " + id(batch.last()) + "\n\n" : text.toString();
    }

    private static String event(String type, String id, String data) {
        return "event: " + type + "\nid: " + id + "\ndata: " + data + "\n\n";
    }

    private String id(long number) {
        return ring.epoch() + "-" + number;
    }

    /** The number in the last event's id; -1 where it is none of this ring. */
    private long position() {
        String prefix = ring.epoch() + "-";
        if (!lastEventId.startsWith(prefix)) {
            return -1;
        }
        try {
            return WholeNumber.parse(lastEventId.substring(prefix.length()));
        } catch (NumberFormatException e) {
            return -1;
        }
    }
}
