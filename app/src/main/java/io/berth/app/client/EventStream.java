package io.berth.app.client;

import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.json.JsonReader;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** What changes in a Berth, as it does: the server-sent events of its API. */
public final class EventStream {
    private static final String EVENT = "event: ";
    private static final String DATA = "data: ";

    private final LinkedBlockingQueue<Change> changes = new LinkedBlockingQueue<>();

    /** Something changed: {@code data} is the new row; null for the end of the stream. */
    public record Change(String type, @Nullable String data) {
        public boolean ended() {
            return data == null;
        }

        /** The row. */
        public Tree row() {
            return JsonReader.read(Source.text("event", String.valueOf(data)));
        }
    }

    private EventStream() {}

    /**
     * Follows changes of {@code types}, words of the API separated by commas, from now on: what is asked for after this returned is
     * not older than the first event.
     */
    public static EventStream open(Client client, String types) {
        EventStream stream = new EventStream();
        Thread.startVirtualThread(() -> {
            try {
                client.copy(Api.ROOT + "/events?types=" + types, stream.lines());
            } catch (UncheckedIOException | InputException e) {
                // Whoever follows asks again, and hears why there is no answer.
            } finally {
                stream.changes.add(new Change("end", null));
            }
        });
        stream.next(Long.MAX_VALUE);
        return stream;
    }

    /** The next change; null where none comes within {@code millis}. */
    @Nullable
    public Change next(long millis) {
        try {
            Change change = changes.poll(millis, TimeUnit.MILLISECONDS);
            if (change != null && change.ended()) {
                changes.add(change);
            }
            return change;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Change("end", null);
        }
    }

    /** True where something changed that was not asked for yet. */
    boolean waiting() {
        return !changes.isEmpty();
    }

    /** Leaves out what came meanwhile, but for the end. */
    void skip() {
        changes.removeIf(change -> !change.ended());
    }

    private OutputStream lines() {
        return new OutputStream() {
            private final ByteArrayOutputStream line = new ByteArrayOutputStream();
            private String type = "";

            @Override
            public void write(int next) {
                if (next != '\n') {
                    line.write(next);
                    return;
                }
                String text = line.toString(StandardCharsets.UTF_8);
                line.reset();
                if (text.startsWith(EVENT)) {
                    type = text.substring(EVENT.length());
                } else if (text.startsWith(DATA)) {
                    changes.add(new Change(type, text.substring(DATA.length())));
                }
            }
        };
    }
}
