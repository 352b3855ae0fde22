package io.berth.kube.http;

import io.berth.kube.http.Http2Transport.OlderException;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** HTTP/2, until the server turns out to have HTTP/1.1 alone; a call that this fails was not made. */
final class EitherTransport implements Transport {
    private final String base;
    private final Tls tls;
    private final Http2Transport newer;
    private volatile @Nullable JdkTransport older;

    EitherTransport(String base, Tls tls, Http2Transport newer) {
        this.base = base;
        this.tls = tls;
        this.newer = newer;
    }

    @Override
    public CompletableFuture<Response> send(Request request) {
        JdkTransport known = older;
        return known != null
                ? known.send(request)
                : newer.send(request)
                        .exceptionallyCompose(problem -> problem instanceof OlderException
                                ? fallBack().send(request)
                                : CompletableFuture.failedFuture(problem));
    }

    @Override
    public Streamed stream(Request request) throws IOException, InterruptedException {
        JdkTransport known = older;
        if (known != null) {
            return known.stream(request);
        }
        try {
            return newer.stream(request);
        } catch (OlderException e) {
            return fallBack().stream(request);
        }
    }

    private synchronized JdkTransport fallBack() {
        JdkTransport known = older;
        if (known == null) {
            known = new JdkTransport(base, tls);
            older = known;
        }
        return known;
    }

    @Override
    public synchronized void close() {
        newer.close();
        if (older != null) {
            older.close();
        }
    }
}
