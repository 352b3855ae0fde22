package io.berth.gateway.record;

import io.berth.gateway.journey.Journey;
import io.berth.gateway.journey.JourneyListener;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/**
 * Sends spans to a collector of OpenTelemetry (OTLP 1, over HTTP as JSON), many at a time, from a thread of its own. Those that the
 * collector does not take, or that come faster than it takes them, are dropped and counted; none is sent twice.
 */
public final class SpanExporter implements JourneyListener, AutoCloseable {
    private static final int MOST_WAITING = 8_192;
    private static final int BATCH = 512;
    private static final long PATIENCE_SECONDS = 10;
    private static final long GATHER_MILLIS = 1_000;

    private final URI endpoint;
    private final Consumer<String> note;
    private final ArrayBlockingQueue<Journey> waiting = new ArrayBlockingQueue<>(MOST_WAITING);
    private final LongAdder dropped = new LongAdder();
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(PATIENCE_SECONDS))
            .build();
    private final Thread sender;
    private volatile boolean closing;
    private boolean well = true;

    /**
     * @param endpoint what is asked, its path with it
     * @param note told when the collector takes nothing, and when it does again
     */
    public SpanExporter(URI endpoint, Consumer<String> note) {
        this.endpoint = endpoint;
        this.note = note;
        sender = Thread.ofPlatform().daemon().name("berth-gateway-spans").start(this::send);
    }

    @Override
    public void ended(Journey journey) {
        if (journey.trace() != null && journey.trace().sampled() && !waiting.offer(journey)) {
            dropped.increment();
        }
    }

    /** Requests whose spans were not sent. */
    public long dropped() {
        return dropped.sum();
    }

    /** Sends what has come. */
    @Override
    public void close() {
        closing = true;
        sender.interrupt();
        try {
            sender.join(TimeUnit.SECONDS.toMillis(5));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        client.shutdownNow();
    }

    private void send() {
        List<Journey> batch = new ArrayList<>();
        boolean last = false;
        while (!last) {
            last = closing;
            gather(batch);
            if (!batch.isEmpty()) {
                post(batch);
                last &= waiting.isEmpty();
                batch.clear();
            }
        }
    }

    /** Those that come in a second, or fewer where there are many. */
    private void gather(List<Journey> batch) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(GATHER_MILLIS);
        try {
            while (batch.size() < BATCH && !closing) {
                Journey next = waiting.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
                if (next == null) {
                    break;
                }
                batch.add(next);
            }
        } catch (InterruptedException e) {
            // It closes: what is there is sent.
        }
        waiting.drainTo(batch, BATCH - batch.size());
    }

    private void post(List<Journey> batch) {
        String why = null;
        try {
            HttpRequest request = HttpRequest.newBuilder(endpoint)
                    .timeout(Duration.ofSeconds(PATIENCE_SECONDS))
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString(SpanDocument.of(batch)))
                    .build();
            int status = client.sendAsync(request, HttpResponse.BodyHandlers.discarding())
                    .join()
                    .statusCode();
            why = status < 300 ? null : "it answers " + status;
        } catch (RuntimeException e) {
            why = String.valueOf(e.getCause() == null ? e : e.getCause());
        }
        if (why != null) {
            dropped.add(batch.size());
        }
        if (well != (why == null)) {
            well = why == null;
            note.accept(well ? "spans are taken again" : "spans are dropped, " + endpoint + " takes none: " + why);
        }
    }
}
