package io.berth.gateway.journey;

import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which trace a request is of, as the header {@code traceparent} says it (W3C Trace Context, level 1).
 *
 * @param trace 32 hexadecimal digits
 * @param span 16 of them: what happens at the gateway
 * @param call likewise: what happens at the server
 * @param parent likewise: what the client does; null where it did not say
 * @param sampled whether spans of it are told anybody
 */
public record TraceContext(
        String trace, String span, String call, @Nullable String parent, boolean sampled) {
    private static final Pattern HEADER =
            Pattern.compile("(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?");
    private static final int SPAN_DIGITS = 16;
    private static final double SPACE = 0x1p56;
    private static final long SPACE_MASK = (1L << 56) - 1;

    /**
     * That of a request.
     *
     * @param header its own {@code traceparent}; null for none. One that is no such header counts as none
     * @param sample the share of traces that begin here and are told, 0 to 1, by their last 56 bits
     */
    public static TraceContext of(@Nullable String header, double sample) {
        var said = header == null ? null : HEADER.matcher(header.strip());
        if (said != null && said.matches()) {
            boolean sampled = (Integer.parseInt(said.group(3), 16) & 1) == 1;
            return new TraceContext(said.group(1), id(), id(), said.group(2), sampled);
        }
        String end = id();
        long drawn = HexFormat.fromHexDigitsToLong(end) & SPACE_MASK;
        return new TraceContext(id() + end, id(), id(), null, drawn < sample * SPACE);
    }

    /** What the server is told: that its part is of the call. */
    public String forServer() {
        return header(call);
    }

    /** What the client is told. */
    public String forClient() {
        return header(span);
    }

    private String header(String of) {
        return "00-" + trace + "-" + of + "-" + (sampled ? "01" : "00");
    }

    private static String id() {
        long drawn = 0;
        while (drawn == 0) {
            drawn = ThreadLocalRandom.current().nextLong();
        }
        return HexFormat.of().toHexDigits(drawn, SPAN_DIGITS);
    }
}
