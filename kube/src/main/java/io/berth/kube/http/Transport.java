package io.berth.kube.http;

import java.io.IOException;
import java.net.URI;
import java.util.concurrent.CompletableFuture;

/** A way to one server, from any thread. After {@link #close} all calls fail. */
public interface Transport extends AutoCloseable {
    /** Where an address names none. */
    int HTTPS_PORT = 443;

    /**
     * Completes with whatever the server answers, on a thread that must not be kept; with an {@link IOException} where no answer comes, and with
     * a {@link java.util.concurrent.TimeoutException} where none comes in time. Then it may have been done.
     */
    CompletableFuture<Response> send(Request request);

    /** Waits for the head of an answer; its body comes as it is read. */
    Streamed stream(Request request) throws IOException, InterruptedException;

    /**
     * The way to a server.
     *
     * @param server scheme, host and perhaps port
     */
    static Transport to(URI server, Tls tls) {
        String base = server.getScheme() + "://" + server.getRawAuthority();
        if (!server.getScheme().equals("https")) {
            return new JdkTransport(base, tls);
        }
        String host = server.getHost();
        String bare = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
        return new EitherTransport(
                base,
                tls,
                new Http2Transport(bare, server.getPort() < 0 ? HTTPS_PORT : server.getPort(), tls, Limits.USUAL));
    }

    @Override
    void close();
}
