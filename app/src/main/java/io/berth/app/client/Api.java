package io.berth.app.client;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Paths of the REST API. */
public final class Api {
    public static final String ROOT = "/api/v1";
    public static final String JOBS = ROOT + "/jobs";

    private Api() {}

    public static String job(long id) {
        return JOBS + "/" + id;
    }

    /** {@code text} as part of a path or query. */
    public static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** Adds a parameter to {@code query}, behind {@code &}; nothing where {@code value} is null. */
    public static void add(String parameter, @Nullable String value, StringBuilder query) {
        if (value != null) {
            query.append('&').append(parameter).append('=').append(encoded(value));
        }
    }
}
