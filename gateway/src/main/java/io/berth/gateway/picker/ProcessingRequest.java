package io.berth.gateway.picker;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import io.netty.handler.codec.http.DefaultHttpHeadersFactory;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What Envoy sends, as far as it matters here: {@code envoy.service.ext_proc.v3.ProcessingRequest}, read by the numbers of its fields. What
 * is not known is passed over.
 *
 * @param headers those of a request, and those of an answer that are of interest, by their names in lower case
 * @param piece of a body, where it is that
 * @param end whether nothing follows of the request, or of the answer
 */
record ProcessingRequest(Phase phase, HttpHeaders headers, Piece piece, boolean end, Context context) {
    /** What names the server of a request that was answered, in headers and in metadata. */
    static final String SERVED = "x-gateway-destination-endpoint-served";

    private static final String SUBSET = "x-gateway-destination-endpoint-subset";
    /** Names begin with a colon where they are none of HTTP/1. */
    private static final DefaultHttpHeadersFactory HEADERS =
            DefaultHttpHeadersFactory.headersFactory().withValidation(false);

    private static final int METADATA = 8;
    private static final int PROTOCOL = 11;

    /**
     * What goes with it.
     *
     * @param modes how bodies are sent; null where it does not say
     * @param subset the endpoints of which one is to be picked; null for any
     * @param served the endpoint that answered; null where it does not say
     */
    record Context(
            @Nullable Modes modes,
            @Nullable List<String> subset,
            @Nullable String served) {
        private static final Context EMPTY = new Context(null, null, null);
    }

    /** @throws IOException where {@code bytes} are no such message */
    static ProcessingRequest read(byte[] bytes) throws IOException {
        CodedInputStream in = CodedInputStream.newInstance(bytes);
        ProcessingRequest read = null;
        Context context = Context.EMPTY;
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            int field = WireFormat.getTagFieldNumber(tag);
            Phase phase = Phase.of(field);
            if (phase != null) {
                int outer = enter(in);
                read = phase(phase, in, bytes);
                in.popLimit(outer);
            } else if (field == METADATA) {
                int outer = enter(in);
                context = metadata(in, context);
                in.popLimit(outer);
            } else if (field == PROTOCOL) {
                int outer = enter(in);
                context = new Context(modes(in), context.subset, context.served);
                in.popLimit(outer);
            } else {
                in.skipField(tag);
            }
        }
        if (read == null) {
            throw new IOException("a message of no phase");
        }
        return new ProcessingRequest(read.phase, read.headers, read.piece, read.end, context);
    }

    /** HttpHeaders, HttpBody or HttpTrailers. */
    private static ProcessingRequest phase(Phase phase, CodedInputStream in, byte[] bytes) throws IOException {
        HttpHeaders headers = EmptyHttpHeaders.INSTANCE;
        Piece piece = Piece.NONE;
        boolean end = false;
        int endField = phase.headers() ? 3 : 2;
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            int field = WireFormat.getTagFieldNumber(tag);
            if (field == 1 && phase.body()) {
                int length = in.readRawVarint32();
                piece = new Piece(bytes, in.getTotalBytesRead(), length);
                in.skipRawBytes(length);
            } else if (field == 1 && phase.headers()) {
                headers = HEADERS.newHeaders();
                int outer = enter(in);
                headers(in, headers, phase == Phase.REQUEST_HEADERS);
                in.popLimit(outer);
            } else if (field == endField && (phase.headers() || phase.body())) {
                end = in.readBool();
            } else {
                in.skipField(tag);
            }
        }
        return new ProcessingRequest(phase, headers, piece, end, Context.EMPTY);
    }

    /** HeaderMap. */
    private static void headers(CodedInputStream in, HttpHeaders into, boolean all) throws IOException {
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            if (WireFormat.getTagFieldNumber(tag) != 1) {
                in.skipField(tag);
                continue;
            }
            int outer = enter(in);
            header(in, into, all);
            in.popLimit(outer);
        }
    }

    /** HeaderValue, whose value is one of two fields. */
    private static void header(CodedInputStream in, HttpHeaders into, boolean all) throws IOException {
        String name = "";
        String value = null;
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            int field = WireFormat.getTagFieldNumber(tag);
            if (field == 1) {
                name = in.readString();
            } else if ((field == 2 || field == 3) && (all || wanted(name))) {
                String read = in.readString();
                value = value == null || !read.isEmpty() ? read : value;
            } else {
                in.skipField(tag);
            }
        }
        if (value != null && !name.isEmpty()) {
            into.add(name, value);
        }
    }

    private static boolean wanted(String name) {
        return switch (name) {
            case ":status", "content-type", SERVED, Answer.UPSTREAM_TIME -> true;
            default -> false;
        };
    }

    /** ProtocolConfiguration. */
    private static Modes modes(CodedInputStream in) throws IOException {
        int request = Modes.NONE;
        int answer = Modes.NONE;
        boolean early = false;
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            switch (WireFormat.getTagFieldNumber(tag)) {
                case 1 -> request = in.readEnum();
                case 2 -> answer = in.readEnum();
                case 3 -> early = in.readBool();
                default -> in.skipField(tag);
            }
        }
        return new Modes(request, answer, early);
    }

    /** Metadata, of which two namespaces matter. */
    private static Context metadata(CodedInputStream in, Context before) throws IOException {
        Context context = before;
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            if (WireFormat.getTagFieldNumber(tag) != 1) {
                in.skipField(tag);
                continue;
            }
            int outer = enter(in);
            TreeMap<String, List<String>> fields = new TreeMap<>();
            String namespace = struct(in, fields);
            in.popLimit(outer);
            if (namespace.equals("envoy.lb.subset_hint") && fields.containsKey(SUBSET)) {
                context = new Context(context.modes, fields.get(SUBSET), context.served);
            } else if (namespace.equals("envoy.lb") && fields.containsKey(SERVED)) {
                context = new Context(
                        context.modes, context.subset, String.join(",", fields.getOrDefault(SERVED, List.of())));
            }
        }
        return context;
    }

    /** An entry of a map whose values are Structs; its key. */
    private static String struct(CodedInputStream in, Map<String, List<String>> into) throws IOException {
        String key = "";
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            switch (WireFormat.getTagFieldNumber(tag)) {
                case 1 -> key = in.readString();
                case 2 -> {
                    int outer = enter(in);
                    fields(in, into);
                    in.popLimit(outer);
                }
                default -> in.skipField(tag);
            }
        }
        return key;
    }

    /** Struct: the texts of its fields. */
    private static void fields(CodedInputStream in, Map<String, List<String>> into) throws IOException {
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            if (WireFormat.getTagFieldNumber(tag) != 1) {
                in.skipField(tag);
                continue;
            }
            int outer = enter(in);
            String key = "";
            List<String> texts = new ArrayList<>();
            for (int inner = in.readTag(); inner != 0; inner = in.readTag()) {
                switch (WireFormat.getTagFieldNumber(inner)) {
                    case 1 -> key = in.readString();
                    case 2 -> value(in, texts);
                    default -> in.skipField(inner);
                }
            }
            into.put(key, texts);
            in.popLimit(outer);
        }
    }

    /** Value: a text, which may have several between commas, or a list of texts. */
    private static void value(CodedInputStream in, List<String> into) throws IOException {
        int outer = enter(in);
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            switch (WireFormat.getTagFieldNumber(tag)) {
                case 3 -> texts(in.readString(), into);
                case 6 -> list(in, into);
                default -> in.skipField(tag);
            }
        }
        in.popLimit(outer);
    }

    /** ListValue, of which lists within it are passed over: nobody can have us read without an end. */
    private static void list(CodedInputStream in, List<String> into) throws IOException {
        int outer = enter(in);
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            if (WireFormat.getTagFieldNumber(tag) == 1) {
                listed(in, into);
            } else {
                in.skipField(tag);
            }
        }
        in.popLimit(outer);
    }

    private static void listed(CodedInputStream in, List<String> into) throws IOException {
        int outer = enter(in);
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            if (WireFormat.getTagFieldNumber(tag) == 3) {
                texts(in.readString(), into);
            } else {
                in.skipField(tag);
            }
        }
        in.popLimit(outer);
    }

    private static void texts(String several, List<String> into) {
        for (String text : several.split(",")) {
            into.add(text.strip());
        }
    }

    /** Begins a message within a message; what is given back ends it. */
    private static int enter(CodedInputStream in) throws IOException {
        return in.pushLimit(in.readRawVarint32());
    }
}
