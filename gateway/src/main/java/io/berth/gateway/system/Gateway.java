package io.berth.gateway.system;

import io.berth.core.dispatch.Dispatcher;
import io.berth.core.dispatch.flow.FlowSpec;
import io.berth.edge.metric.MetricSource;
import io.berth.edge.metric.Metrics;
import io.berth.gateway.desk.Desk;
import io.berth.gateway.fleet.Watch;
import io.berth.gateway.http.GatewayEdge;
import io.berth.gateway.http.ServerTls;
import io.berth.gateway.journey.Trail;
import io.berth.gateway.journey.Trails;
import io.berth.gateway.record.Recorders;
import io.berth.gateway.setting.Backend;
import io.berth.gateway.setting.GatewaySettings;
import io.berth.spec.input.InputException;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.ssl.SslContext;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A gateway: clients on one side, model servers on the other, and who decides in between. */
public final class Gateway implements AutoCloseable {
    private final GatewaySettings settings;
    private final GatewayEdge edge;
    private final Watch watch;
    private final Recorders recorders;
    private final ScheduledExecutorService samples = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("berth-gateway-samples").factory());
    private final int port;

    private Gateway(GatewaySettings settings, Dispatcher.Policies policies, Consumer<String> note) {
        this.settings = settings;
        List<Backend> backends =
                settings.servers().stream().map(GatewaySettings.Server::backend).toList();
        Desk desk = new Desk(
                settings.servers().stream().map(GatewaySettings.Server::spec).toList(),
                policies,
                new FlowSpec(0, false, settings.retries(), settings.limits().requestNanos()),
                System.nanoTime(),
                true);
        recorders = new Recorders(
                settings.telemetry(),
                new Recorders.Fleet(
                        server -> backends.get(server).name(),
                        backends.stream().map(Backend::name).toList(),
                        () -> Use.of(desk)),
                settings.dispatch().name(),
                note);
        watch = new Watch(desk, settings.servers(), settings.health(), note);
        Figures figures = new Figures(desk, backends, watch::up);
        List<MetricSource> sources = new ArrayList<>(List.of(figures));
        sources.addAll(recorders.figures());
        OwnPages pages =
                new OwnPages(figures::anyUp, new Metrics(sources)::text, watch.models()::names, recorders::lately);
        GatewaySettings.Keys keys = settings.listen().keys();
        SslContext tls = keys == null ? null : ServerTls.of(keys.certificates(), keys.key());
        edge = new GatewayEdge(
                desk,
                backends,
                new GatewayEdge.Options(
                        settings.limits(), settings.retries(), settings.listen().threads(), tls),
                new House(watch, pages, recorders.trails()));
        watch.start();
        samples.scheduleAtFixedRate(recorders::sample, 1, 1, TimeUnit.SECONDS);
        try {
            port = edge.open(settings.listen().host(), settings.listen().port());
        } catch (IllegalStateException e) {
            close();
            throw e;
        }
    }

    /**
     * Starts one.
     *
     * @param policies what decides, of this gateway alone
     * @param note told what people should know
     * @throws IllegalStateException where it cannot have its port
     * @throws InputException where a file that it is to write cannot be
     */
    public static Gateway start(GatewaySettings settings, Dispatcher.Policies policies, Consumer<String> note) {
        return new Gateway(settings, policies, note);
    }

    /** What the edge needs of the rest. */
    private record House(Watch watch, OwnPages pages, Trails trails) implements GatewayEdge.Host {
        @Override
        public Trail trail(HttpRequest head) {
            return trails.begin(
                    head.method().name(),
                    head.uri(),
                    "1".equals(head.headers().get(Trail.ASKING_HEADER)),
                    head.headers().get(Trail.TRACE_HEADER));
        }

        @Override
        public void trouble(int server, @Nullable Throwable cause) {
            watch.trouble(server, cause);
        }

        @Override
        public @Nullable FullHttpResponse own(HttpRequest head) {
            return pages.answer(head);
        }

        @Override
        public boolean modelsMatter() {
            return watch.models().matter();
        }

        @Override
        public int model(String name) {
            return watch.models().number(name);
        }
    }

    /** Where clients connect. */
    public int port() {
        return port;
    }

    /** Lets what is under way end, for as long as the settings say. */
    public void drain() {
        edge.drain(settings.listen().drainNanos());
    }

    @Override
    public void close() {
        samples.shutdownNow();
        watch.close();
        edge.close();
        recorders.close();
    }
}
