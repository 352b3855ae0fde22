package io.berth.console.http.message;

import io.berth.spec.input.InputException;
import io.berth.spec.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Why a request was not served, as RFC 9457 writes it.
 *
 * @param status of HTTP
 * @param kind the last part of its type, such as {@code invalid-input}
 * @param title what all problems of the kind are, a phrase
 * @param detail what is wrong with this request, one line
 * @param key the key, parameter or header that is wrong; empty where it is none
 * @param line of the body, from 1; 0 where lines mean nothing
 * @param column likewise
 * @param headers that go with it, such as {@code Allow}
 */
public record Problem(
        int status,
        String kind,
        String title,
        String detail,
        String key,
        int line,
        int column,
        Map<String, String> headers) {
    /** What a type begins with; it names a kind of problem and leads nowhere. */
    public static final String TYPE_PREFIX = "urn:berth:problem:";

    public static final String MEDIA_TYPE = "application/problem+json";

    private static final Pattern PLACE = Pattern.compile(".*:(\\d{1,9}):(\\d{1,9})");

    public Problem {
        headers = Map.copyOf(headers);
    }

    /** A problem of the request as a whole. */
    public static Problem of(int status, String kind, String title, String detail) {
        return new Problem(status, kind, title, detail, "", 0, 0, Map.of());
    }

    /** Something in the request is not as it must be. */
    public static Problem input(String key, String detail) {
        return new Problem(400, "invalid-input", "the request has an error", detail, key, 0, 0, Map.of());
    }

    /** An error in a document, at its place. */
    public static Problem of(InputException error) {
        Matcher place = PLACE.matcher(error.place());
        boolean lined = place.matches();
        return new Problem(
                400,
                "invalid-input",
                "the request has an error",
                error.problem(),
                error.key(),
                lined ? Integer.parseInt(place.group(1)) : 0,
                lined ? Integer.parseInt(place.group(2)) : 0,
                Map.of());
    }

    /** The same with a header. */
    public Problem with(String header, String value) {
        SequencedMap<String, String> more = new LinkedHashMap<>(headers);
        more.put(header, value);
        return new Problem(status, kind, title, detail, key, line, column, more);
    }

    /** This as something to throw. */
    public ProblemException exception() {
        return new ProblemException(this);
    }

    /** Its document. */
    public SequencedMap<String, Object> document() {
        SequencedMap<String, Object> document = new LinkedHashMap<>();
        document.put("type", TYPE_PREFIX + kind);
        document.put("title", title);
        document.put("status", status);
        document.put("detail", detail);
        if (!key.isEmpty()) {
            document.put("key", key);
        }
        if (line > 0) {
            document.put("line", line);
            document.put("column", column);
        }
        return document;
    }

    /** The answer that says so. */
    public Response response() {
        byte[] body = Json.line(document()).getBytes(StandardCharsets.UTF_8);
        return new Response.Whole(status, MEDIA_TYPE, body, headers);
    }
}
