package io.berth.console.access;

import io.berth.console.http.message.Request;
import java.util.ArrayList;
import java.util.List;

/** The cookie of a session (RFC 6265). Without a path of its own it goes to the API and nowhere else, also behind a proxy's path. */
public final class SessionCookie {
    private static final String NAME = "berth-session";

    private SessionCookie() {}

    /**
     * What the header {@code Cookie} of {@code request} holds of a session; empty for nothing. One cookie is served for all ports of a
     * name, so each port has one of another name, and two Berths do not take each other's.
     */
    public static String value(Request request) {
        List<String> found = new ArrayList<>();
        String prefix = name(request) + "=";
        for (String header : request.head().all("Cookie")) {
            for (String pair : header.split(";")) {
                if (pair.strip().startsWith(prefix)) {
                    found.add(pair.strip().substring(prefix.length()));
                }
            }
        }
        // Two were set for two paths, by somebody else: which is meant, nobody knows.
        return found.size() == 1 ? found.getFirst() : "";
    }

    /** The header {@code Set-Cookie} that has the sender of {@code request} keep {@code value} until the browser is closed. */
    public static String keep(Request request, String value, boolean tls) {
        return name(request) + "=" + value + "; HttpOnly; SameSite=Strict" + (tls ? "; Secure" : "");
    }

    /** The header {@code Set-Cookie} that has the sender of {@code request} forget it. */
    public static String forget(Request request, boolean tls) {
        return keep(request, "", tls) + "; Max-Age=0";
    }

    private static String name(Request request) {
        String host = request.header("Host");
        int colon = host.lastIndexOf(':');
        String port = colon > host.lastIndexOf(']') ? host.substring(colon + 1) : "";
        return port.matches("[0-9]{1,5}") ? NAME + "-" + port : NAME;
    }
}
