package io.berth.gateway.system;

import io.berth.core.dispatch.Dispatcher;
import io.berth.core.dispatch.flow.FlowSpec;
import io.berth.edge.metric.Metrics;
import io.berth.gateway.desk.Desk;
import io.berth.gateway.fleet.Watch;
import io.berth.gateway.http.GatewayEdge;
import io.berth.gateway.http.ServerTls;
import io.berth.gateway.setting.Backend;
import io.berth.gateway.setting.GatewaySettings;
import io.berth.gateway.tenant.Peers;
import io.berth.gateway.tenant.Tenancy;
import io.berth.gateway.tenant.Tenant;
import io.berth.gateway.tenant.Tenants;
import io.berth.gateway.tenant.Time;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.ssl.SslContext;
import java.util.BitSet;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A gateway: clients on one side, model servers on the other, and who decides in between. */
public final class Gateway implements AutoCloseable {
    private final GatewaySettings settings;
    private final GatewayEdge edge;
    private final Watch watch;
    private final Tenancy tenancy;
    private final int port;

    private Gateway(GatewaySettings settings, Dispatcher.Policies policies, Consumer<String> note) {
        this.settings = settings;
        tenancy = new Tenancy(settings.listen().tenants(), Time.SYSTEM, note);
        List<Backend> backends =
                settings.servers().stream().map(GatewaySettings.Server::backend).toList();
        Desk desk = new Desk(
                settings.servers().stream().map(GatewaySettings.Server::spec).toList(),
                policies,
                new FlowSpec(0, false, settings.retries(), settings.limits().requestNanos()),
                System.nanoTime());
        watch = new Watch(desk, settings.servers(), settings.health(), note);
        Figures figures = new Figures(desk, backends, watch::up);
        OwnPages pages = new OwnPages(
                figures::anyUp,
                new Metrics(List.of(figures, new TenantFigures(tenancy.accounts())))::text,
                watch.models()::names);
        GatewaySettings.Keys keys = settings.listen().keys();
        SslContext tls = keys == null ? null : ServerTls.of(keys.certificates(), keys.key());
        edge = new GatewayEdge(
                desk,
                backends,
                new GatewayEdge.Options(settings.limits(), settings.retries(), settings.threads(), tls),
                new House(watch, pages, tenancy));
        confine(desk);
        watch.start();
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
     */
    public static Gateway start(GatewaySettings settings, Dispatcher.Policies policies, Consumer<String> note) {
        return new Gateway(settings, policies, note);
    }

    /** What the edge needs of the rest. */
    private record House(Watch watch, OwnPages pages, Tenancy tenancy) implements GatewayEdge.Host {
        @Override
        public void trouble(int server, @Nullable Throwable cause) {
            watch.trouble(server, cause);
        }

        @Override
        public @Nullable FullHttpResponse own(HttpRequest head, @Nullable Predicate<String> sees) {
            Peers peers = tenancy.peers();
            return peers != null && head.uri().equals(Peers.PATH)
                    ? pages.shared(peers, head)
                    : pages.answer(head, sees);
        }

        @Override
        public Tenants tenants() {
            return tenancy.current();
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

    /** Requests of tenants that are confined to regions go to servers of those alone. */
    private void confine(Desk desk) {
        for (Tenant tenant : tenancy.current().all()) {
            BitSet allowed = new BitSet();
            for (int server = 0; server < settings.servers().size(); server++) {
                allowed.set(
                        server,
                        tenant.regions().contains(settings.servers().get(server).region()));
            }
            desk.confine(tenant.number(), tenant.regions().isEmpty() ? null : allowed);
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
        watch.close();
        edge.close();
        tenancy.close();
    }
}
