package io.berth.app.kube;

import io.berth.console.http.ConnectionLimits;
import io.berth.console.http.Exchanges;
import io.berth.console.http.HttpEdge;
import io.berth.console.http.message.Problem;
import io.berth.console.http.message.Request;
import io.berth.console.http.message.Response;
import io.berth.edge.metric.MetricText;
import io.berth.edge.metric.Metrics;
import io.berth.edge.metric.ProcessMetrics;
import io.berth.spec.input.InputException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What kubelets and Prometheus ask, on all addresses and without a token: {@code /livez}, {@code /readyz} and {@code /metrics}. Open from
 * the start on, also while another schedules, when there is no console. Nothing can be changed here, and no pod is named.
 */
final class KubeProbes implements AutoCloseable {
    private static final String TEXT = "text/plain; charset=utf-8";
    private static final int UNAVAILABLE = 503;

    /** A few kubelets and collectors. */
    private static final ConnectionLimits LIMITS = new ConnectionLimits(256, 64, Duration.ofSeconds(5));

    private final KubeHealth health;
    private final HttpEdge edge;

    /** Those of the console, which has the most to say; null before there is one. */
    private volatile @Nullable Supplier<String> figures;

    /**
     * Serves what {@code health} says.
     *
     * @param port 0 for any that is free
     * @throws InputException where the port cannot be had
     */
    KubeProbes(int port, KubeHealth health, Consumer<String> notes) {
        this.health = health;
        try {
            edge = HttpEdge.open(new HttpEdge.Options(
                    new HttpEdge.Listen(new InetSocketAddress(port), null, null, null),
                    this::answer,
                    new Uncounted(),
                    LIMITS,
                    notes));
        } catch (UncheckedIOException e) {
            throw new InputException("the port " + port + " of probes", "cannot be had: " + e.getMessage());
        }
    }

    /** Where it serves. */
    int port() {
        return edge.address().getPort();
    }

    /** From now on {@code all} are the metrics, beside those of the health. */
    void figures(Supplier<String> all) {
        figures = all;
    }

    @Override
    public void close() {
        edge.close();
    }

    private Response answer(Request request) {
        if (!request.method().equals("GET")) {
            return Problem.of(405, "method-not-allowed", "this is not allowed", "only GET is answered here")
                    .with("Allow", "GET")
                    .response();
        }
        return switch (request.path()) {
            case "/livez", "/healthz" -> said(health.dead(), "ok");
            case "/readyz" -> said(health.unready(), "ok: " + health.role());
            case "/metrics" -> Response.text(200, MetricText.MEDIA_TYPE, metrics());
            default ->
                Problem.of(404, "not-found", "there is nothing here", "there are /livez, /readyz and /metrics")
                        .response();
        };
    }

    private static Response said(@Nullable String wrong, String right) {
        return Response.text(wrong == null ? 200 : UNAVAILABLE, TEXT, (wrong == null ? right : wrong) + "\n");
    }

    private String metrics() {
        Supplier<String> all = figures;
        return all == null
                ? new Metrics(List.of(health, new ProcessMetrics())).text()
                : new Metrics(List.of(health)).text() + all.get();
    }

    /** Probes come every few seconds, and say nothing of who uses Berth. */
    private static final class Uncounted implements Exchanges {
        @Override
        public void begun() {}

        @Override
        public void ended(Request request, int status, Duration took) {}
    }
}
