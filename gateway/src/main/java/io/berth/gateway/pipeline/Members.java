package io.berth.gateway.pipeline;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;

/** The members of a JSON object, each as it was written. */
final class Members {
    private static final JsonFactory JSON = new JsonFactory();

    private final Map<String, byte[]> values = new LinkedHashMap<>();

    /** None. */
    Members() {}

    /**
     * Those of {@code text}.
     *
     * @throws IOException where it is no JSON object
     */
    static Members of(byte[] text) throws IOException {
        Members members = new Members();
        try (JsonParser parser = JSON.createParser(text)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new IOException("it is no JSON object");
            }
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                String name = parser.currentName();
                JsonToken first = parser.nextToken();
                int begin = (int) parser.currentTokenLocation().getByteOffset();
                if (first.isStructStart()) {
                    parser.skipChildren();
                } else if (first == JsonToken.VALUE_STRING) {
                    parser.finishToken();
                }
                int end = (int) parser.currentLocation().getByteOffset();
                members.values.put(name, Arrays.copyOfRange(text, begin, end));
            }
            if (parser.nextToken() != null) {
                throw new IOException("something follows its JSON object");
            }
        }
        return members;
    }

    boolean has(String name) {
        return values.containsKey(name);
    }

    /** Takes over {@code name} of {@code other}, where it is there. */
    void take(String name, Members other) {
        byte[] value = other.values.get(name);
        if (value != null) {
            values.put(name, value);
        }
    }

    /** Member {@code name} is the text {@code value}. */
    void put(String name, String value) {
        values.put(name, quoted(value).getBytes(StandardCharsets.UTF_8));
    }

    void takeAll(Members other) {
        values.putAll(other.values);
    }

    /** Member {@code name} is {@code result}: as it is where that is JSON, else a string in Base64. */
    void put(String name, Result result) {
        values.put(
                name,
                result.json()
                        ? result.bytes()
                        : ('"' + Base64.getEncoder().encodeToString(result.bytes()) + '"')
                                .getBytes(StandardCharsets.US_ASCII));
    }

    /** The object. */
    byte[] text() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write('{');
        values.forEach((name, value) -> {
            if (out.size() > 1) {
                out.write(',');
            }
            out.writeBytes(quoted(name).getBytes(StandardCharsets.UTF_8));
            out.write(':');
            out.writeBytes(value);
        });
        out.write('}');
        return out.toByteArray();
    }

    private static String quoted(String name) {
        return '"' + name.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
