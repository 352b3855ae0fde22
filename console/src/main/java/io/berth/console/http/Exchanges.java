package io.berth.console.http;

import io.berth.console.http.message.Request;
import java.time.Duration;

/** Is told of requests, for metrics; from the threads of the requests. */
public interface Exchanges {
    /** A request came. */
    void begun();

    /** It was answered, or its sender went away. */
    void ended(Request request, int status, Duration took);
}
