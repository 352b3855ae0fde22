package io.berth.gateway.system;

import io.berth.core.dispatch.Dispatcher;
import io.berth.core.dispatch.flow.FlowSpec;
import io.berth.core.scale.Demand;
import io.berth.edge.metric.MetricSource;
import io.berth.edge.metric.Metrics;
import io.berth.edge.scale.ScaleRow;
import io.berth.edge.scale.Told;
import io.berth.gateway.cache.AnswerCache;
import io.berth.gateway.demand.DemandBook;
import io.berth.gateway.desk.Desk;
import io.berth.gateway.fleet.Member;
import io.berth.gateway.fleet.Roster;
import io.berth.gateway.fleet.Watch;
import io.berth.gateway.fleet.discovery.Discovery;
import io.berth.gateway.fleet.discovery.ServerSource;
import io.berth.gateway.http.GatewayEdge;
import io.berth.gateway.http.Grouped;
import io.berth.gateway.http.ServerTls;
import io.berth.gateway.journey.Trail;
import io.berth.gateway.journey.Trails;
import io.berth.gateway.page.Console;
import io.berth.gateway.page.FleetView;
import io.berth.gateway.page.Rehearsal;
import io.berth.gateway.peer.HttpChannel;
import io.berth.gateway.picker.Picker;
import io.berth.gateway.record.Recorders;
import io.berth.gateway.setting.Backend;
import io.berth.gateway.setting.Caching;
import io.berth.gateway.setting.ConsolePage;
import io.berth.gateway.setting.GatewaySettings;
import io.berth.gateway.setting.Server;
import io.berth.gateway.setting.SourceSpec;
import io.berth.gateway.tenant.Tenancy;
import io.berth.gateway.tenant.Tenant;
import io.berth.gateway.tenant.Tenants;
import io.berth.gateway.tenant.Time;
import io.berth.spec.input.InputException;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.ssl.SslContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A gateway: clients on one side, model servers on the other, and who decides in between. */
public final class Gateway implements AutoCloseable {
    private final GatewayEdge edge;
    private final Desk desk;
    private final Watch watch;
    private final Roster roster;
    private final DemandBook demand;
    private final Figures figures;
    private final ScaledServices scaled;
    private final Discovery discovery;
    private final Consumer<String> note;
    private final Tenancy tenancy;
    private final Together together;
    private final Recorders recorders;
    private final @Nullable Console console;
    private final ScheduledExecutorService samples = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("berth-gateway-samples").factory());
    private final int port;
    /** What cannot change while it runs is as it says. */
    private final GatewaySettings started;
    /** Where Envoy asks; null for nowhere, and then nothing of gRPC is loaded. */
    private @Nullable Picker picker;

    private volatile GatewaySettings settings;

    private Gateway(
            GatewaySettings settings,
            Dispatcher.Policies policies,
            ServerSource.Maker outside,
            Rehearsal rehearsal,
            Consumer<String> note) {
        this.settings = settings;
        this.started = settings;
        this.note = note;
        tenancy = new Tenancy(settings.listen().tenants(), Time.SYSTEM, note);
        List<Server> servers = settings.servers();
        desk = desk(settings, policies);
        desk.noServerWait(settings.tries().noServerNanos());
        desk.onTrouble(new Once(note));
        roster = new Roster(desk, servers);
        watch = new Watch(desk, roster, settings.health(), note);
        desk.servers().onStopped(watch::stopped);
        demand = new DemandBook(new Standing(roster));
        discovery = new Discovery(outside, new Members(), note);
        Recorders.Head head = new Recorders.Head(settings.dispatch().name(), servers);
        recorders =
                new Recorders(settings.telemetry(), new Recorders.Fleet(this::name, () -> Use.of(desk)), head, note);
        recorders.add(demand);
        ConsolePage page = settings.telemetry().console();
        console = page == null
                ? null
                : new Console(
                        page,
                        new FleetView.House(desk, roster, watch, tenancy, recorders, () -> Use.of(desk)),
                        head,
                        rehearsal);
        figures = new Figures(desk, roster, watch);
        scaled = new ScaledServices(demand, () -> this.settings.membership().scaled());
        TenantFigures tenants = new TenantFigures(tenancy.accounts());
        List<MetricSource> sources =
                new ArrayList<>(List.of(figures, scaled, tenants, new GroupingFigures(this::grouping)));
        sources.addAll(recorders.figures());
        together = new Together(settings.listen().tenants().sharing(), tenancy.accounts(), note);
        Caching caching = settings.tries().caching();
        AnswerCache cache = together.cache(caching);
        if (cache != null) {
            sources.add(new CacheFigures(cache));
        }
        together.share(desk, roster, scaled.share());
        sources.addAll(together.figures());
        OwnPages pages = pages(new Metrics(sources));
        edge = new GatewayEdge(
                desk,
                new Fellows(roster, watch),
                options(settings),
                new House(roster, watch, pages, tenancy, recorders.trails(), together, new Caches(caching, cache)));
        roster.onLeft(edge::forget);
        noteShortWaits();
        confine();
        try {
            discovery.apply(settings.membership());
            watch.start();
            samples.scheduleAtFixedRate(this::sample, 1, 1, TimeUnit.SECONDS);
            port = edge.open(settings.listen().host(), settings.listen().port());
            together.start(port);
            GatewaySettings.Picker wanted = settings.listen().picker();
            picker = wanted == null ? null : Picker.open(wanted, edge, roster::backend, this::serves);
        } catch (IllegalStateException | InputException e) {
            close();
            throw e;
        }
    }

    private OwnPages pages(Metrics metrics) {
        return new OwnPages(
                this::serves,
                metrics::text,
                () -> scaled.models(roster.models().names()),
                new OwnPages.Documents(recorders::lately, scaled::page),
                console);
    }

    private static Desk desk(GatewaySettings settings, Dispatcher.Policies policies) {
        return new Desk(
                settings.servers().stream().map(Server::spec).toList(),
                policies,
                new FlowSpec(0, false, settings.retries(), settings.limits().requestNanos(), true)
                        .with(settings.tries().turns().spec())
                        .with(settings.tries().stages().features()),
                System.nanoTime(),
                true);
    }

    /**
     * Starts one.
     *
     * @param policies what decides, of this gateway alone
     * @param note told what people should know
     * @throws IllegalStateException where it cannot have its port
     * @throws InputException where a file that it is to write cannot be
     * @throws InputException where a picker cannot have its own, or keys cannot be used
     */
    public static Gateway start(GatewaySettings settings, Dispatcher.Policies policies, Consumer<String> note) {
        return start(settings, policies, ServerSource.Maker.NONE, note);
    }

    /**
     * Starts one.
     *
     * @param policies what decides, of this gateway alone
     * @param outside makes sources of servers that only others know, such as Kubernetes
     * @param note told what people should know
     * @throws IllegalStateException where it cannot have its port
     */
    public static Gateway start(
            GatewaySettings settings, Dispatcher.Policies policies, ServerSource.Maker outside, Consumer<String> note) {
        return start(settings, policies, outside, Rehearsal.NONE, note);
    }

    /**
     * The same.
     *
     * @param rehearsal says what other balancers would have made of the requests that were
     */
    public static Gateway start(
            GatewaySettings settings,
            Dispatcher.Policies policies,
            ServerSource.Maker outside,
            Rehearsal rehearsal,
            Consumer<String> note) {
        return new Gateway(settings, policies, outside, rehearsal, note);
    }

    private void sample() {
        recorders.sample(
                roster.members().stream().map(member -> member.server().name()).collect(Collectors.toSet()));
        if (console != null) {
            console.sample();
        }
    }

    /**
     * Goes by {@code next} from now on; no request is lost by that. Either all of it that can change while it runs holds then, or nothing.
     *
     * @return what holds only after a restart, such as {@code port}; empty for nothing
     * @throws InputException where something of it cannot be
     */
    public List<String> reload(GatewaySettings next) {
        List<String> later = new ArrayList<>();
        differs(later, "host", started.listen().host(), next.listen().host());
        differs(later, "port", started.listen().port(), next.listen().port());
        differs(
                later,
                "picker",
                String.valueOf(started.listen().picker()),
                String.valueOf(next.listen().picker()));
        differs(
                later,
                "cache",
                String.valueOf(started.tries().caching()),
                String.valueOf(next.tries().caching()));
        differs(
                later,
                "redis or peers",
                started.listen().tenants().sharing(),
                next.listen().tenants().sharing());
        differs(
                later,
                "sessions or after",
                started.tries().turns().toString(),
                next.tries().turns().toString());
        differs(
                later,
                "flow_cache",
                started.tries().stages().features(),
                next.tries().stages().features());
        differs(
                later,
                "split or merge",
                started.tries().grouping(),
                next.tries().grouping());
        differs(later, "threads", started.listen().threads(), next.listen().threads());
        differs(later, "balance, queue, admit, wait or preempt", started.dispatch(), next.dispatch());
        GatewayEdge.Options options = options(next);
        discovery.apply(next.membership());
        settings = next;
        edge.change(options);
        desk.allow(next.retries(), next.limits().requestNanos());
        desk.noServerWait(next.tries().noServerNanos());
        watch.change(next.health());
        noteShortWaits();
        tenancy.change(next.listen().tenants());
        confine();
        return later;
    }

    private static void differs(List<String> later, String key, Object before, Object now) {
        if (!before.equals(now)) {
            later.add(key);
        }
    }

    private static GatewayEdge.Options options(GatewaySettings settings) {
        GatewaySettings.Keys keys = settings.listen().keys();
        SslContext tls = keys == null ? null : ServerTls.of(keys.certificates(), keys.key());
        return new GatewayEdge.Options(
                settings.limits(), settings.tries(), settings.listen().threads(), tls);
    }

    private void members(List<Server> servers) {
        Roster.Change change = roster.apply(Roster.distinct(servers, note));
        if (!change.none()) {
            note.accept(change.text());
        }
    }

    /** What is found becomes members, and who leaves is held until nothing is under way there. */
    private final class Members implements Discovery.Fleet {
        @Override
        public void servers(List<Server> all) {
            members(all);
        }

        @Override
        public Set<String> held() {
            return roster.members().stream()
                    .map(member -> member.server().backend().authority())
                    .collect(Collectors.toSet());
        }

        /** Only a Berth, and objects of Kubernetes that scale, start and stop servers for what comes. */
        @Override
        public void found(SourceSpec source, List<Server> own) {
            if (source instanceof SourceSpec.Berth
                    || source instanceof SourceSpec.Cluster cluster && cluster.scaled() != null) {
                demand.found(
                        source,
                        own.stream().map(Server::name).collect(Collectors.toSet()),
                        source.traits().models());
            }
        }

        @Override
        public Demand demand(SourceSpec source, int each) {
            return demand.of(source, each);
        }

        @Override
        public SortedMap<String, Told> demands(SourceSpec source, int each) {
            return scaled.demands(source.name(), demand.of(source, each));
        }

        @Override
        public void scaled(SourceSpec source, ScaleRow row) {
            scaled.decided(source.name(), row);
        }
    }

    /** The servers as those see them who count what comes for them. */
    private record Standing(Roster roster) implements DemandBook.House {
        @Override
        public @Nullable String name(int number) {
            Member member = roster.member(number);
            return member == null ? null : member.server().name();
        }

        @Override
        public Iterable<Integer> servers() {
            return roster.members().stream().map(Member::number).toList();
        }

        @Override
        public boolean has(int number, String model) {
            return roster.models().has(number, model);
        }
    }

    /** The servers as the edge sees them. */
    private record Fellows(Roster roster, Watch watch) implements GatewayEdge.Servers {
        @Override
        public Backend backend(int server) {
            return roster.backend(server);
        }

        @Override
        public boolean stays(int server) {
            return roster.stays(server);
        }

        @Override
        public boolean lost(int server) {
            return watch.lost(server);
        }

        @Override
        public long silenceNanos() {
            return watch.silenceNanos();
        }
    }

    /** Which requests have their answers kept, and where; nulls for none. */
    private record Caches(
            @Nullable Caching caching, @Nullable AnswerCache cache) {
        @Nullable
        AnswerCache of(String path) {
            return caching != null && caching.paths().contains(path) ? cache : null;
        }
    }

    /** What the edge needs of the rest. */
    private record House(
            Roster roster,
            Watch watch,
            OwnPages pages,
            Tenancy tenancy,
            Trails trails,
            Together together,
            Caches caches)
            implements GatewayEdge.Host {
        @Override
        public Trail trail(String method, String uri, HttpHeaders headers) {
            return trails.begin(
                    method, uri, "1".equals(headers.get(Trail.ASKING_HEADER)), headers.get(Trail.TRACE_HEADER));
        }

        @Override
        public void trouble(int server, @Nullable Throwable cause) {
            if (cause != null) {
                watch.trouble(server, cause);
            }
        }

        @Override
        public void answered(int server, int status) {
            watch.answered(server, status);
        }

        @Override
        public @Nullable FullHttpResponse own(HttpRequest head, @Nullable Predicate<String> sees) {
            Together.Told told = together.told(head.uri(), head.headers().get(HttpChannel.HEADER));
            return told == null ? pages.answer(head, sees) : OwnPages.told(told);
        }

        @Override
        public @Nullable AnswerCache cache(String path) {
            return caches.of(path);
        }

        @Override
        public Tenants tenants() {
            return tenancy.current();
        }

        @Override
        public boolean modelsMatter() {
            return roster.models().matter();
        }

        @Override
        public int model(String name) {
            return roster.models().number(name);
        }
    }

    /** Requests of tenants that are confined to regions go to servers of those alone; each has its weight. */
    private void confine() {
        for (Tenant tenant : tenancy.current().all()) {
            desk.servers().confine(tenant.number(), Set.copyOf(tenant.regions()));
            desk.weigh(tenant.number(), tenant.weight());
        }
    }

    /** Whether who asks here is answered: by a server, or by one that is started for it. */
    private boolean serves() {
        return figures.anyUp() || !scaled.fromNone().isEmpty();
    }

    private void noteShortWaits() {
        if (settings.tries().noServerNanos() == 0) {
            scaled.fromNone()
                    .forEach(name -> note.accept(name
                            + " may have no replica, and limits.no_server_wait is 0s: requests that come then are"
                            + " answered with 503 while one starts"));
        }
    }

    private String name(int server) {
        Member member = roster.member(server);
        return member == null ? Integer.toString(server) : member.server().name();
    }

    private Grouped.Counts grouping() {
        return edge.grouping();
    }

    /** Where clients connect. */
    public int port() {
        return port;
    }

    /** The files by which it proves itself; null for none. */
    GatewaySettings.@Nullable Keys keys() {
        return settings.listen().keys();
    }

    /** How many servers there are. */
    public int servers() {
        return (int)
                roster.members().stream().filter(member -> !member.leaving()).count();
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
        discovery.close();
        if (picker != null) {
            picker.close();
        }
        watch.close();
        samples.shutdownNow();
        edge.close();
        together.close();
        tenancy.close();
        if (console != null) {
            console.close();
        }
        recorders.close();
    }
}
