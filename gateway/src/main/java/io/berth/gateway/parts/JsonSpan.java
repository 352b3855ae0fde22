package io.berth.gateway.parts;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * A value of a document of JSON (RFC 8259) where it stands, so that what is passed on is byte for byte what came.
 *
 * @param from of its first byte
 * @param to of the byte after its last
 */
record JsonSpan(byte[] bytes, int from, int to) {
    /** The value that {@code bytes} are; null where they are no document. */
    static @Nullable JsonSpan of(byte[] bytes) {
        JsonScan scan = new JsonScan(bytes);
        int from = scan.space(0);
        int to = scan.value(from, 0);
        return to < 0 || scan.space(to) != bytes.length ? null : new JsonSpan(bytes, from, to);
    }

    boolean object() {
        return bytes[from] == '{';
    }

    boolean array() {
        return bytes[from] == '[';
    }

    boolean string() {
        return bytes[from] == '"';
    }

    /** The members of an object, in order; null where two have one name or a name is written in another way than as it is. */
    @Nullable
    SequencedMap<String, JsonSpan> members() {
        SequencedMap<String, JsonSpan> members = new LinkedHashMap<>();
        JsonScan scan = new JsonScan(bytes);
        int at = scan.space(from + 1);
        while (bytes[at] != '}') {
            int end = scan.value(at, 0);
            String name = new String(bytes, at + 1, end - at - 2, StandardCharsets.UTF_8);
            int value = scan.space(scan.space(end) + 1);
            int after = scan.value(value, 0);
            boolean plain = name.indexOf('\\') < 0 && name.indexOf('\uFFFD') < 0;
            if (!plain || members.put(name, new JsonSpan(bytes, value, after)) != null) {
                return null;
            }
            at = next(scan, after);
        }
        return members;
    }

    /** The elements of an array. */
    List<JsonSpan> elements() {
        List<JsonSpan> elements = new ArrayList<>();
        JsonScan scan = new JsonScan(bytes);
        int at = scan.space(from + 1);
        while (bytes[at] != ']') {
            int end = scan.value(at, 0);
            elements.add(new JsonSpan(bytes, at, end));
            at = next(scan, end);
        }
        return elements;
    }

    /** The number that it is; null where it is no whole number from 0 to some billions. */
    @Nullable
    Long whole() {
        int length = to - from;
        long number = 0;
        for (int at = from; at < to; at++) {
            if (length > 12 || bytes[at] < '0' || bytes[at] > '9') {
                return null;
            }
            number = number * 10 + bytes[at] - '0';
        }
        return number;
    }

    boolean is(String text) {
        return text().equals(text);
    }

    /** As it stands there. */
    String text() {
        return new String(bytes, from, to - from, StandardCharsets.UTF_8);
    }

    /** Its bytes. */
    byte[] copy() {
        return Arrays.copyOfRange(bytes, from, to);
    }

    int length() {
        return to - from;
    }

    private int next(JsonScan scan, int after) {
        int at = scan.space(after);
        return bytes[at] == ',' ? scan.space(at + 1) : at;
    }
}
