package io.berth.console.http.message;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.SequencedMap;

/**
 * A request whose head was read.
 *
 * @param method upper case
 * @param path as it was sent, for people
 * @param segments of the path, percent-decoded
 * @param query the parameters
 * @param sender where it came from
 * @param head its headers
 * @param body its body
 */
public record Request(
        String method,
        String path,
        List<String> segments,
        SequencedMap<String, String> query,
        Sender sender,
        Head head,
        Body body) {
    /** Headers by name, whatever their case. */
    @FunctionalInterface
    public interface Head {
        /** All values of {@code name}, in the order in which they came; none where it is absent. */
        List<String> all(String name);
    }

    public Request {
        segments = List.copyOf(segments);
    }

    /** The header {@code name}; empty where it is absent. One that came more than once is an error. */
    public String header(String name) {
        List<String> values = head.all(name);
        if (values.size() > 1) {
            throw Problem.input(name, "the header is there " + values.size() + " times")
                    .exception();
        }
        return values.isEmpty() ? "" : values.getFirst().strip();
    }

    /** The header {@code name}, which may be a list over several lines. */
    public String list(String name) {
        return String.join(",", head.all(name));
    }

    /** A body, which is read once or not at all. */
    public static final class Body {
        private final InputStream in;
        private final long length;
        private boolean read;

        /** @param length bytes that were announced; -1 where it comes in chunks */
        public Body(InputStream in, long length) {
            this.in = in;
            this.length = length;
        }

        /** True where a body was announced. */
        public boolean present() {
            return length != 0;
        }

        /** How long it was said to be, bytes; -1 where nobody said. */
        public long announced() {
            return length;
        }

        /** How much may still be on its way, bytes; {@link Long#MAX_VALUE} where nobody knows. */
        public long unread() {
            if (read || length == 0) {
                return 0;
            }
            return length < 0 ? Long.MAX_VALUE : length;
        }

        /**
         * All of it. One of more than {@code limit} bytes is refused, and at once where its length was announced.
         *
         * @throws ProblemException where it is too large, or does not come as it was announced
         */
        public byte[] read(int limit) {
            if (length > limit) {
                throw tooLarge(limit);
            }
            byte[] bytes;
            try {
                bytes = in.readNBytes(limit + 1);
            } catch (IOException e) {
                throw Problem.of(400, "broken-body", "the body is broken", "the body did not come as it was announced")
                        .exception();
            }
            if (bytes.length > limit) {
                throw tooLarge(limit);
            }
            read = true;
            return bytes;
        }

        private static ProblemException tooLarge(int limit) {
            return Problem.of(
                            413,
                            "too-large",
                            "the body is too large",
                            "the body is larger than the " + limit + " bytes that are taken")
                    .exception();
        }
    }
}
