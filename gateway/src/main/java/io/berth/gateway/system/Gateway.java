package io.berth.gateway.system;

import io.berth.core.dispatch.Dispatcher;
import io.berth.core.dispatch.flow.FlowSpec;
import io.berth.edge.metric.Metrics;
import io.berth.gateway.desk.Desk;
import io.berth.gateway.fleet.Watch;
import io.berth.gateway.http.Backend;
import io.berth.gateway.http.GatewayEdge;
import io.berth.gateway.http.ServerTls;
import io.berth.gateway.picker.Picker;
import io.berth.gateway.setting.GatewaySettings;
import io.berth.spec.input.InputException;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.ssl.SslContext;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A gateway: clients on one side, model servers on the other, and who decides in between. */
public final class Gateway implements AutoCloseable {
    private final GatewaySettings settings;
    private final GatewayEdge edge;
    private final Watch watch;
    private final int port;
    /** Where Envoy asks; null for nowhere, and then nothing of gRPC is loaded. */
    private final @Nullable Picker picker;

    private Gateway(GatewaySettings settings, Dispatcher.Policies policies, Consumer<String> note) {
        this.settings = settings;
        List<Backend> backends =
                settings.servers().stream().map(GatewaySettings.Server::backend).toList();
        Desk desk = new Desk(
                settings.servers().stream().map(GatewaySettings.Server::spec).toList(),
                policies,
                new FlowSpec(0, false, settings.retries(), settings.limits().requestNanos()),
                System.nanoTime());
        watch = new Watch(desk, settings.servers(), settings.health(), note);
        Figures figures = new Figures(desk, backends, watch::up);
        OwnPages pages = new OwnPages(figures::anyUp, new Metrics(List.of(figures))::text, watch.models()::names);
        GatewaySettings.Keys keys = settings.listen().keys();
        SslContext tls = keys == null ? null : ServerTls.of(keys.certificates(), keys.key());
        edge = new GatewayEdge(
                desk,
                backends,
                new GatewayEdge.Options(settings.limits(), settings.retries(), settings.threads(), tls),
                new House(watch, pages));
        watch.start();
        try {
            port = edge.open(settings.listen().host(), settings.listen().port());
            GatewaySettings.Picker wanted = settings.listen().picker();
            picker = wanted == null ? null : Picker.open(wanted, edge, backends, figures::anyUp);
        } catch (IllegalStateException | InputException e) {
            watch.close();
            edge.close();
            throw e;
        }
    }

    /**
     * Starts one.
     *
     * @param policies what decides, of this gateway alone
     * @param note told what people should know
     * @throws IllegalStateException where it cannot have its port
     * @throws InputException where a picker cannot have its own, or keys cannot be used
     */
    public static Gateway start(GatewaySettings settings, Dispatcher.Policies policies, Consumer<String> note) {
        return new Gateway(settings, policies, note);
    }

    /** What the edge needs of the rest. */
    private record House(Watch watch, OwnPages pages) implements GatewayEdge.Host {
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

    /** Where Envoy asks for servers; 0 where it cannot. */
    public int pickerPort() {
        return picker == null ? 0 : picker.port();
    }

    /** Lets what is under way end, for as long as the settings say. */
    public void drain() {
        if (picker != null) {
            picker.drain();
        }
        edge.drain(settings.listen().drainNanos());
    }

    @Override
    public void close() {
        if (picker != null) {
            picker.close();
        }
        watch.close();
        edge.close();
    }
}
