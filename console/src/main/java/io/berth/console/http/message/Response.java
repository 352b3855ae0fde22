package io.berth.console.http.message;

import io.berth.spec.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is sent back. */
public sealed interface Response {
    String JSON = "application/json";

    int status();

    /** The media type; empty where there is no body. */
    String type();

    Map<String, String> headers();

    /**
     * An answer that is there as a whole.
     *
     * @param type the media type of the body; empty where there is none
     */
    record Whole(int status, String type, byte[] body, Map<String, String> headers) implements Response {
        public Whole {
            headers = Map.copyOf(headers);
        }

        /** The same with a header. */
        public Whole with(String header, String value) {
            Map<String, String> more = new LinkedHashMap<>(headers);
            more.put(header, value);
            return new Whole(status, type, body, more);
        }
    }

    /** An answer that goes on until its feed ends or the reader goes away. */
    record Stream(int status, String type, Feed feed, Map<String, String> headers) implements Response {
        public Stream {
            headers = Map.copyOf(headers);
        }
    }

    /** Writes a stream; on the request's own thread. */
    @FunctionalInterface
    interface Feed {
        void writeTo(Sink sink) throws IOException, InterruptedException;
    }

    /** Where a feed writes. What it writes has left this program when the call returns. */
    @FunctionalInterface
    interface Sink {
        /** @throws IOException where the reader has gone, or takes nothing for too long */
        void write(byte[] bytes) throws IOException;

        /** Writes a text in UTF-8, as {@link #write(byte[])}. */
        default void write(String text) throws IOException {
            write(text.getBytes(StandardCharsets.UTF_8));
        }
    }

    /** A JSON document. */
    static Whole json(int status, @Nullable Object document) {
        return text(status, JSON, Json.line(document));
    }

    /** A text, in UTF-8. */
    static Whole text(int status, String type, String text) {
        return new Whole(status, type, text.getBytes(StandardCharsets.UTF_8), Map.of());
    }

    /** Nothing but a status. */
    static Whole empty(int status) {
        return new Whole(status, "", new byte[0], Map.of());
    }
}
