package io.berth.console.http;

import io.berth.console.http.message.Problem;
import java.util.List;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.server.Request;

/** What the head of a request must keep. The server's own limit lies above, and ends the connection. */
final class HeadLimits {
    /** Bytes of a head, which the server takes at most. */
    static final int HEAD_BYTES = 64 << 10;

    /** Longer targets than browsers and proxies agree on (RFC 9110 §4.1 asks for 8000). */
    private static final int TARGET_CHARACTERS = 8_192;

    private static final int HEADER_CHARACTERS = 16_384;
    private static final int HEADERS = 100;

    private HeadLimits() {}

    static void check(Request request) {
        HttpFields headers = request.getHeaders();
        if (request.getHttpURI().asString().length() > TARGET_CHARACTERS) {
            throw targetTooLong().exception();
        }
        long characters = 0;
        for (HttpField header : headers) {
            characters += header.getName().length()
                    + (header.getValue() == null ? 0 : header.getValue().length());
        }
        if (characters > HEADER_CHARACTERS || headers.size() > HEADERS) {
            throw headersTooLarge().exception();
        }
        List<String> host = headers.getValuesList(HttpHeader.HOST);
        boolean needed = request.getConnectionMetaData().getHttpVersion() == HttpVersion.HTTP_1_1;
        if (host.size() > 1 || (host.isEmpty() && needed)) {
            throw Problem.input("Host", "the header must be there once").exception();
        }
    }

    static Problem targetTooLong() {
        return Problem.of(
                414,
                "target-too-long",
                "the target is too long",
                "the target is longer than " + TARGET_CHARACTERS + " characters");
    }

    static Problem headersTooLarge() {
        return Problem.of(
                431,
                "headers-too-large",
                "the headers are too large",
                "the headers are larger than " + HEADER_CHARACTERS + " characters, or more than " + HEADERS);
    }

    static Problem unknownVersion() {
        return Problem.input(
                "", "the request line ends with no version of HTTP that is known here: HTTP/1.1 or HTTP/1.0");
    }
}
