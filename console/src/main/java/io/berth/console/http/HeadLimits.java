package io.berth.console.http;

import com.sun.net.httpserver.HttpExchange;
import java.util.List;
import java.util.Map;

/** What the head of a request must keep. The JDK's own limits lie above and end the connection without a word. */
final class HeadLimits {
    /** Longer targets than browsers and proxies agree on (RFC 9110 §4.1 asks for 8000). */
    private static final int TARGET_CHARACTERS = 8_192;

    private static final int HEADER_CHARACTERS = 16_384;

    private HeadLimits() {}

    static void check(HttpExchange exchange) {
        String version = exchange.getProtocol();
        if (!version.equals("HTTP/1.1") && !version.equals("HTTP/1.0")) {
            throw Problem.input(
                            "",
                            "the request line ends with no version of HTTP that is known here: HTTP/1.1 or HTTP/1.0")
                    .exception();
        }
        if (exchange.getRequestURI().toString().length() > TARGET_CHARACTERS) {
            throw Problem.of(
                            414,
                            "target-too-long",
                            "the target is too long",
                            "the target is longer than " + TARGET_CHARACTERS + " characters")
                    .exception();
        }
        long characters = 0;
        for (Map.Entry<String, List<String>> header :
                exchange.getRequestHeaders().entrySet()) {
            for (String value : header.getValue()) {
                characters += header.getKey().length() + value.length();
            }
        }
        if (characters > HEADER_CHARACTERS) {
            throw Problem.of(
                            431,
                            "headers-too-large",
                            "the headers are too large",
                            "the headers are larger than " + HEADER_CHARACTERS + " characters")
                    .exception();
        }
        List<String> host = exchange.getRequestHeaders().getOrDefault("Host", List.of());
        if (host.size() > 1 || (host.isEmpty() && version.equals("HTTP/1.1"))) {
            throw Problem.input("Host", "the header must be there once").exception();
        }
    }
}
