package io.berth.console.api.call;

import io.berth.console.http.message.MediaType;
import io.berth.console.http.message.Problem;
import io.berth.console.http.message.Request;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Quote;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.input.TreeReader;
import io.berth.spec.json.JsonReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/** Reads bodies: JSON, or YAML. */
public final class Documents {
    static final String YAML = "application/yaml";

    /**
     * Values of one document: those of a tree in memory take some 300 bytes each while it is read, and no more than a tenth of the heap
     * should go to somebody's document. So many take a second to read.
     */
    private static final int MOST_VALUES =
            Math.clamp(Runtime.getRuntime().maxMemory() / (10 * 300), 10_000, TreeReader.MAX_VALUES / 2);

    /** What errors call a body. */
    public static final String NAME = "body";

    private static final int MOST_OF_NOTHING_BYTES = 1_024;

    private static final Set<String> JSON_TYPES = Set.of("application/json", "text/json");
    // application/yaml since RFC 9512; the others were used before.
    private static final Set<String> YAML_TYPES = Set.of(YAML, "application/x-yaml", "text/yaml", "text/x-yaml");

    private Documents() {}

    /** The media type of the body, which must be one that is read here; a page of another site cannot send it unasked. */
    public static String checkType(Request request) {
        String header = request.header("Content-Type");
        String type = MediaType.bare(header);
        boolean known = JSON_TYPES.contains(type) || YAML_TYPES.contains(type);
        String encoding = request.header("Content-Encoding");
        if (!known || !MediaType.isUtf8(header) || !(encoding.isEmpty() || encoding.equalsIgnoreCase("identity"))) {
            throw Problem.of(
                            415,
                            "unsupported-media-type",
                            "the body is of no type that is read here",
                            "the body must be application/json or application/yaml, in UTF-8 and not compressed")
                    .with("Accept", "application/json, application/yaml")
                    .exception();
        }
        return type;
    }

    /**
     * The document in the body.
     *
     * @param limit bytes that are taken
     */
    public static Tree read(Request request, int limit) {
        String type = checkType(request);
        return read(type, request.body().read(limit));
    }

    /** The document in {@code bytes}, of a type that was checked. */
    public static Tree read(String type, byte[] bytes) {
        Source source = Source.text(NAME, decode(bytes));
        try {
            return JSON_TYPES.contains(type)
                    ? JsonReader.read(source, MOST_VALUES)
                    : TreeReader.read(source, "", MOST_VALUES);
        } catch (InputException e) {
            throw Problem.of(e).exception();
        }
    }

    /** Refuses a body where none belongs; an empty document says nothing and is taken. */
    public static void none(Request request) {
        if (!request.body().present()) {
            return;
        }
        String type = checkType(request);
        byte[] bytes = request.body().read(MOST_OF_NOTHING_BYTES);
        boolean nothing = bytes.length == 0
                || (read(type, bytes) instanceof Tree.Map map && map.entries().isEmpty());
        if (!nothing) {
            throw Problem.input("", "the request takes no body").exception();
        }
    }

    /** Refuses a text that is longer than anybody means. */
    public static void checkLength(String key, String text, int most) {
        if (text.length() > most) {
            throw Problem.input(
                            key,
                            key + " must be at most " + most + " characters, but has " + text.length() + ": "
                                    + Quote.of(text))
                    .exception();
        }
    }

    private static String decode(byte[] bytes) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            return text.startsWith("\ufeff") ? text.substring(1) : text;
        } catch (CharacterCodingException e) {
            throw Problem.input("", "the body is not UTF-8 text").exception();
        }
    }
}
