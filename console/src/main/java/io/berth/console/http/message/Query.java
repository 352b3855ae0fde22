package io.berth.console.http.message;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/** The parameters and path segments of a request target, percent-decoded. */
public final class Query {
    private Query() {}

    /** The parameters of a query, by name; a name that stands twice is an error. */
    public static SequencedMap<String, String> parse(@Nullable String raw) {
        SequencedMap<String, String> parameters = new LinkedHashMap<>();
        if (raw == null || raw.isEmpty()) {
            return parameters;
        }
        for (String part : raw.split("&")) {
            if (part.isEmpty()) {
                continue;
            }
            int equals = part.indexOf('=');
            String name = decode(equals < 0 ? part : part.substring(0, equals), true);
            String value = equals < 0 ? "" : decode(part.substring(equals + 1), true);
            if (parameters.putIfAbsent(name, value) != null) {
                throw Problem.input(name, "the parameter is there twice").exception();
            }
        }
        return Collections.unmodifiableSequencedMap(parameters);
    }

    /** The segments of a path; none for {@code /}. A slash at the end makes an empty one. */
    public static List<String> segments(@Nullable String rawPath) {
        List<String> segments = new ArrayList<>();
        if (rawPath == null || rawPath.length() < 2) {
            return segments;
        }
        for (String part : rawPath.substring(1).split("/", -1)) {
            segments.add(decode(part, false));
        }
        return segments;
    }

    private static String decode(String raw, boolean plusIsBlank) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(raw.length());
        for (int i = 0; i < raw.length(); i++) {
            char character = raw.charAt(i);
            if (character == '%') {
                bytes.write(hex(raw, i + 1) << 4 | hex(raw, i + 2));
                i += 2;
            } else if (character < 0x80) {
                bytes.write(plusIsBlank && character == '+' ? ' ' : character);
            } else {
                throw Problem.input("", "the target holds a character that must be percent-encoded")
                        .exception();
            }
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes.toByteArray()))
                    .toString();
        } catch (CharacterCodingException e) {
            throw Problem.input("", "the target is not UTF-8 once it is percent-decoded")
                    .exception();
        }
    }

    private static int hex(String raw, int at) {
        int digit = at < raw.length() && raw.charAt(at) < 128 ? Character.digit(raw.charAt(at), 16) : -1;
        if (digit < 0) {
            throw Problem.input("", "the target holds a % that two hexadecimal digits do not follow")
                    .exception();
        }
        return digit;
    }
}
