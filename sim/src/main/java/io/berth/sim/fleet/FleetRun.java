package io.berth.sim.fleet;

import io.berth.core.dispatch.Balancer;
import io.berth.core.dispatch.DispatchSpec;
import io.berth.core.dispatch.Dispatcher;
import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.Refusal;
import io.berth.core.dispatch.Request;
import io.berth.core.dispatch.Verdict;
import io.berth.core.dispatch.catalog.DispatchCatalog;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import io.berth.sim.request.FeatureCache;
import io.berth.sim.request.RequestArrival;
import io.berth.sim.request.RequestStream;
import io.berth.sim.request.Stage;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;

/**
 * One way of dispatching over one stream of requests on one fleet, in virtual time. At one instant, servers go first, by
 * number, then arrivals.
 */
public final class FleetRun {
    private final Setup setup;
    private final Fleet fleet;
    private final Dispatcher dispatcher;
    private final VirtualServer[] servers;
    private final ServerTimers timers;
    private final FleetMetrics metrics;
    private final FeatureCache features;
    private final FleetObserver observer;
    private final Map<Long, Call> waiting = new LinkedHashMap<>();
    private long nowNanos;
    private long nextRequest;

    /**
     * What is simulated.
     *
     * @param modelBytes GPU memory of each model, by its number
     * @param featureEntries how many results of stages are kept; 0 for none
     * @param seed of chance in balancers
     * @param catalog of the policies that the strategy names
     */
    public record Setup(
            List<VirtualServerSpec> servers,
            long[] modelBytes,
            RequestStream requests,
            int featureEntries,
            DispatchSpec strategy,
            long seed,
            DispatchCatalog catalog) {
        public Setup {
            servers = List.copyOf(servers);
        }

        /** The same of the policies that ship with Berth. */
        public Setup(
                List<VirtualServerSpec> servers,
                long[] modelBytes,
                RequestStream requests,
                int featureEntries,
                DispatchSpec strategy,
                long seed) {
            this(servers, modelBytes, requests, featureEntries, strategy, seed, DispatchCatalog.standard());
        }
    }

    public FleetRun(Setup setup, FleetObserver observer) {
        this(setup, setup.catalog().balancer(setup.strategy().balance()), observer);
    }

    /**
     * With a balancer that is not in the catalog.
     *
     * @param balancer of this run alone, in place of the one that the strategy names
     */
    public FleetRun(Setup setup, Balancer balancer, FleetObserver observer) {
        this.setup = setup;
        this.observer = observer;
        fleet = new Fleet(
                setup.servers().stream().map(VirtualServerSpec::declared).toList(), setup.modelBytes());
        servers = new VirtualServer[fleet.size()];
        for (int server = 0; server < servers.length; server++) {
            VirtualServerSpec spec = setup.servers().get(server);
            ModelMemory memory = new ModelMemory(fleet, server, setup.modelBytes().length);
            spec.models().forEach(memory::preload);
            servers[server] = new VirtualServer(spec, memory);
        }
        dispatcher = new Dispatcher(
                fleet,
                setup.catalog().policies(setup.strategy(), balancer),
                new Chance(setup.seed(), "dispatch." + setup.strategy().name(), 0));
        timers = new ServerTimers(servers.length);
        metrics = new FleetMetrics(fleet);
        features = new FeatureCache(setup.featureEntries());
    }

    /** Runs until every request is answered or refused, and returns the figures. */
    public FleetMetrics run(LongConsumer progress) {
        Iterator<RequestArrival> arrivals = setup.requests().iterator();
        RequestArrival arrival = arrivals.hasNext() ? arrivals.next() : null;
        nowNanos = arrival == null ? 0 : arrival.atNanos();
        while (arrival != null || timers.nextNanos() != Nanos.NEVER) {
            long next = StrictMath.min(timers.nextNanos(), arrival == null ? Nanos.NEVER : arrival.atNanos());
            metrics.elapse(next - nowNanos);
            nowNanos = next;
            while (timers.nextNanos() == nowNanos) {
                wake(timers.first());
            }
            while (arrival != null && arrival.atNanos() == nowNanos) {
                arrive(arrival);
                progress.accept(1);
                arrival = arrivals.hasNext() ? arrivals.next() : null;
            }
        }
        for (VirtualServer server : servers) {
            metrics.loaded(server.memory().loads(), server.memory().loadingNanos());
        }
        metrics.features(features.hitRate());
        return metrics;
    }

    private void arrive(RequestArrival arrival) {
        metrics.submitted(arrival, nowNanos);
        observer.arrived(arrival);
        go(new Flow(arrival, metrics.requestsSubmitted()));
    }

    /** Offers the next stages of {@code flow} whose results are not in the cache; ends it where none is left. */
    private void go(Flow flow) {
        while (!flow.busy() && !flow.refused()) {
            List<Stage> stages = flow.advance();
            if (stages.isEmpty()) {
                metrics.finished(flow, nowNanos);
                observer.ended(flow.end(nowNanos, null));
                return;
            }
            for (Stage stage : stages) {
                if (!flow.refused() && !features.hit(stage)) {
                    offer(flow, stage);
                }
            }
        }
    }

    private void offer(Flow flow, Stage stage) {
        RequestArrival arrival = flow.arrival();
        Request request = new Request(
                nextRequest++,
                arrival.tenant(),
                arrival.priority(),
                stage.model(),
                stage.expectedNanos(),
                stage.memoryBytes(),
                nowNanos,
                arrival.deadlineNanos());
        switch (dispatcher.offer(request, nowNanos)) {
            case Verdict.Sent(int server) -> {
                waiting.put(request.id(), new Call(flow, stage, request));
                flow.opened();
                observer.sent(request, server);
                fill(server);
            }
            case Verdict.Held _ -> {
                waiting.put(request.id(), new Call(flow, stage, request));
                flow.opened();
            }
            case Verdict.Refused(Refusal reason) -> {
                if (!flow.refused()) {
                    flow.refuse();
                    metrics.refused(flow, reason);
                    observer.ended(flow.end(nowNanos, reason));
                }
            }
        }
    }

    /** Something ended or got ready on {@code server}. */
    private void wake(int server) {
        servers[server].advance(nowNanos);
        List<Call> ended = servers[server].ended();
        for (Call call : ended) {
            dispatcher.ended(server, call.request(), nowNanos - call.startedNanos());
            observer.left(call.request(), server);
        }
        fill(server);
        for (Call call : ended) {
            features.keep(call.stage());
            call.flow().closed(call);
            go(call.flow());
        }
    }

    /** Gives the free slots of {@code server} to those that wait for it. */
    private void fill(int server) {
        VirtualServer to = servers[server];
        to.advance(nowNanos);
        for (Request next = dispatcher.peek(server);
                next != null && to.canStart(next);
                next = dispatcher.peek(server)) {
            Request request = dispatcher.take(server);
            Call call = waiting.remove(request.id());
            if (call == null) {
                throw new IllegalStateException("Request " + request.id() + " was given a slot twice.");
            }
            to.start(call, nowNanos);
            call.flow().started(server, nowNanos);
            observer.started(request, server, to.memory().freeBytes());
        }
        metrics.computing(server, to.computing(), nowNanos);
        timers.set(server, to.nextNanos());
    }
}
