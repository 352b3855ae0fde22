package io.berth.kube.api;

import io.berth.kube.wire.Envelope;
import io.berth.kube.wire.MalformedException;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.json.JsonReader;
import java.nio.charset.StandardCharsets;

/**
 * What the API server answered.
 *
 * @param code the status of HTTP
 * @param body as it came
 * @param retryAfterSeconds how long it asks to be left alone; 0 where it does not
 */
public record Answer(int code, byte[] body, long retryAfterSeconds) {
    public static final int CONFLICT = 409;
    public static final int GONE = 410;
    public static final int NOT_FOUND = 404;
    public static final int FORBIDDEN = 403;
    public static final int UNAUTHORIZED = 401;

    private static final int TOO_MANY = 429;
    private static final int FIRST_OF_SERVER = 500;
    private static final int MOST_TEXT = 300;

    public boolean ok() {
        return code >= 200 && code < 300;
    }

    /** True where the same may do later. */
    public boolean again() {
        return code == TOO_MANY || code >= FIRST_OF_SERVER;
    }

    /** Why not, in the words of the server. */
    public String why() {
        return code + ": " + status();
    }

    /** {@code meta/v1 Status}, its message or reason; else the text as it is. */
    private String status() {
        try {
            return Envelope.open(body, message -> {
                String text = "";
                String reason = "";
                for (int field = message.next(); field != 0; field = message.next()) {
                    switch (field) {
                        case 3 -> text = message.text();
                        case 4 -> reason = message.text();
                        default -> message.skip();
                    }
                }
                return text.isEmpty() ? reason : text;
            });
        } catch (MalformedException e) {
            String text = said(new String(body, StandardCharsets.UTF_8).strip());
            return text.length() > MOST_TEXT ? text.substring(0, MOST_TEXT) + "…" : text;
        }
    }

    /** The message of a status in JSON, which is asked for where the server has nothing else; any other text as it is. */
    private static String said(String text) {
        if (!text.startsWith("{")) {
            return text;
        }
        try {
            Tree message = JsonReader.read(Source.text("answer", text)).get("message");
            return message == null ? text : message.text();
        } catch (InputException e) {
            return text;
        }
    }
}
