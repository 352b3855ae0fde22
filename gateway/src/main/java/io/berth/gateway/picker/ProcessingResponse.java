package io.berth.gateway.picker;

import static io.berth.gateway.picker.Proto.message;
import static io.berth.gateway.picker.Proto.number;
import static io.berth.gateway.picker.Proto.text;

import io.berth.gateway.http.WireError;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * What Envoy is answered: {@code envoy.service.ext_proc.v3.ProcessingResponse}.
 *
 * @param head the message up to {@code piece}
 * @param piece of a body, with which it ends
 */
record ProcessingResponse(byte[] head, Piece piece) {
    /** What names servers to Envoy, in headers and in metadata. */
    static final String DESTINATION = "x-gateway-destination-endpoint";

    private static final byte[] NOTHING = {};
    private static final byte[] OVERWRITE_OR_ADD = number(3, 2);
    private static final byte[] CLEAR_ROUTE = number(5, 1);
    private static final List<ProcessingResponse> ON = goOn();

    private static List<ProcessingResponse> goOn() {
        List<ProcessingResponse> all = new ArrayList<>();
        for (Phase phase : Phase.values()) {
            all.add(of(message(phase.answered())));
        }
        return all;
    }

    private static ProcessingResponse of(byte[] whole) {
        return new ProcessingResponse(whole, Piece.NONE);
    }

    /** Nothing is to be changed. */
    static ProcessingResponse on(Phase phase) {
        return ON.get(phase.ordinal());
    }

    /** A header with a value. */
    record Header(String name, String value) {
        /** HeaderValueOption, that leaves no other value of the name. */
        private byte[] bytes() {
            return message(1, message(1, text(1, name), text(3, value)), OVERWRITE_OR_ADD);
        }
    }

    /**
     * Where a request goes.
     *
     * @param endpoints the first one that can be reached; {@code ip:port}, between commas
     * @param also further headers
     * @param less names of headers that the server does not get
     */
    static ProcessingResponse picked(Phase phase, String endpoints, List<Header> also, Collection<String> less) {
        List<byte[]> headers = new ArrayList<>();
        headers.add(new Header(DESTINATION, endpoints).bytes());
        also.forEach(header -> headers.add(header.bytes()));
        less.forEach(name -> headers.add(text(2, name)));
        byte[] changes = message(phase.answered(), message(1, message(2, all(headers)), CLEAR_ROUTE));
        // A Struct in a Struct: envoy.lb, and in it the name with a text.
        byte[] inner = message(1, text(1, DESTINATION), message(2, text(3, endpoints)));
        byte[] metadata = message(8, message(1, text(1, "envoy.lb"), message(2, message(5, inner))));
        return of(Proto.joined(changes, metadata));
    }

    /** The answer goes on with {@code more} headers. */
    static ProcessingResponse with(Phase phase, List<Header> more) {
        return of(message(phase.answered(), message(1, message(2, all(bytes(more))))));
    }

    private static List<byte[]> bytes(List<Header> headers) {
        return headers.stream().map(Header::bytes).toList();
    }

    private static byte[][] all(List<byte[]> parts) {
        return parts.toArray(byte[][]::new);
    }

    /** {@code piece} goes on as it is, where Envoy left it to us. */
    static ProcessingResponse passed(Phase phase, Piece piece, boolean end) {
        byte[] last = end ? number(2, 1) : NOTHING;
        byte[] body = Proto.begin(1, piece.length());
        int streamed = last.length + body.length + piece.length();
        byte[] third = Proto.begin(3, streamed);
        byte[] mutation = Proto.begin(3, third.length + streamed);
        int common = mutation.length + third.length + streamed;
        byte[] response = Proto.begin(1, common);
        byte[] outer = Proto.begin(phase.answered(), response.length + common);
        return new ProcessingResponse(Proto.joined(outer, response, mutation, third, last, body), piece);
    }

    /** The client is answered {@code error}, with {@code more} headers, and no server is asked. */
    static ProcessingResponse refused(WireError error, List<Header> more) {
        List<Header> headers = new ArrayList<>(more);
        headers.add(new Header("content-type", "application/json"));
        byte[] status = message(1, number(1, error.status().code()));
        return of(message(7, status, message(2, all(bytes(headers))), text(3, error.json()), text(5, error.code())));
    }
}
