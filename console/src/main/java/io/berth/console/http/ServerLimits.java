package io.berth.console.http;

import java.util.Map;

/**
 * The limits of the JDK's HTTP server, which it takes from system properties when it is loaded; those that somebody set already
 * hold. They are described with the module {@code jdk.httpserver}.
 */
final class ServerLimits {
    /** Bytes of a request's headers, by its names, values and 32 for each line; more ends the connection. */
    private static final int HEADER_BYTES = 64 << 10;

    private static final Map<String, String> PROPERTIES = Map.of(
            "sun.net.httpserver.maxReqHeaders", "100",
            "sun.net.httpserver.maxReqHeaderSize", Integer.toString(HEADER_BYTES),
            // Seconds for head and body of a request: a megabyte at 35 kB/s.
            "sun.net.httpserver.maxReqTime", "30",
            "sun.net.httpserver.idleInterval", "60",
            "sun.net.httpserver.maxIdleConnections", "1000",
            "jdk.httpserver.maxConnections", "4096",
            // An answer goes out as head and body; without this, the second waits for the other side's acknowledgement.
            "sun.net.httpserver.nodelay", "true");

    private ServerLimits() {}

    /** Sets them; before the first server is made. */
    static void apply() {
        PROPERTIES.forEach((name, value) -> {
            if (System.getProperty(name) == null) {
                System.setProperty(name, value);
            }
        });
    }
}
