package io.berth.sim.fleet;

import io.berth.core.dispatch.Again;
import io.berth.core.dispatch.Balancer;
import io.berth.core.dispatch.DispatchSpec;
import io.berth.core.dispatch.Dispatcher;
import io.berth.core.dispatch.Evict;
import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.Refusal;
import io.berth.core.dispatch.Request;
import io.berth.core.dispatch.catalog.DispatchCatalog;
import io.berth.core.dispatch.flow.Attempt;
import io.berth.core.dispatch.flow.Clients;
import io.berth.core.dispatch.flow.Ended;
import io.berth.core.dispatch.flow.Flow;
import io.berth.core.dispatch.flow.FlowSpec;
import io.berth.core.dispatch.flow.Outcome;
import io.berth.core.dispatch.gpu.GpuLoads;
import io.berth.core.dispatch.health.Condition;
import io.berth.core.dispatch.precedence.Precedence;
import io.berth.core.dispatch.precedence.Ties;
import io.berth.core.dispatch.precedence.Turn;
import io.berth.core.scale.WarmSpec;
import io.berth.core.scale.rule.ScaleSpec;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import io.berth.sim.request.RequestArrival;
import io.berth.sim.request.RequestStream;
import io.berth.sim.request.Tokens;
import io.berth.sim.scale.Scaling;
import io.berth.sim.scale.Starts;
import io.berth.sim.scale.Warming;
import io.berth.spec.fleet.FleetChanges;
import io.berth.spec.fleet.ServerChange;
import io.berth.spec.fleet.ServingSpec;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One way of dispatching over one stream of requests on one fleet, in virtual time. What becomes of a request the flow decides, as
 * at a gateway; this has the time, the servers and the figures. At one instant, servers go first, by number, then what they report, then
 * requests whose time is over, then what happens to the fleet, then arrivals.
 */
public final class FleetRun {
    private final Setup setup;
    private final VirtualFleet servers;
    private final Flow flow;
    private final Precedence precedence;
    private final Expectations expectations;
    private final FleetMetrics metrics;
    private final FleetObserver observer;
    private final Groups groups;
    /** Null where it is known at once how servers do. */
    private final @Nullable VirtualWatch watch;
    /** Null where the servers are those that were declared. */
    private final @Nullable Scaling scaling;
    /** Null where models are loaded when they are asked for. */
    private @Nullable Warming warming;

    private final Map<Long, Tracked> requests = new LinkedHashMap<>();
    /** Servers, by place, that join again as soon as they have drained. */
    private final TreeSet<Integer> joining = new TreeSet<>();

    private Iterator<RequestArrival> arrivals = Collections.emptyIterator();
    private @Nullable RequestArrival arrival;
    private ChangeFeed changes = ChangeFeed.NOTHING;
    private LongConsumer progress = _ -> {};
    private long nowNanos;
    /** When servers next say how many requests they have. */
    private long reportsNanos;
    /** When exporters next say how busy GPUs are. */
    private long gpusNanos;

    /**
     * What is simulated.
     *
     * @param servers all that are ever there, each at its place
     * @param modelBytes GPU memory of each model, by its number
     * @param flow what requests meet beside servers
     * @param changes what happens to servers
     * @param policies the strategy, and the policies that it names
     * @param seed of chance in balancers and failures
     * @param serving what is told and asked of answers that are tokens
     */
    public record Setup(
            List<VirtualServerSpec> servers,
            long[] modelBytes,
            RequestStream requests,
            FlowSpec flow,
            FleetChanges changes,
            Policies policies,
            long seed,
            ServingSpec serving) {
        public Setup {
            servers = List.copyOf(servers);
        }

        /** One whose strategy names policies that ship with Berth. */
        public Setup(
                List<VirtualServerSpec> servers,
                long[] modelBytes,
                RequestStream requests,
                FlowSpec flow,
                FleetChanges changes,
                DispatchSpec strategy,
                long seed) {
            this(
                    servers,
                    modelBytes,
                    requests,
                    flow,
                    changes,
                    new Policies(strategy, DispatchCatalog.standard()),
                    seed,
                    ServingSpec.PLAIN);
        }

        public DispatchSpec strategy() {
            return policies.strategy;
        }

        public DispatchCatalog catalog() {
            return policies.catalog;
        }

        /** The same with as many servers as {@code scale} says, none of which is there at first. */
        public Setup asWanted(ScaleSpec scale) {
            FleetChanges wanted = changes.scaled(scale, 0);
            return new Setup(servers, modelBytes, requests, flow, wanted, policies, seed, serving);
        }

        /** The same with {@code others} in place of its requests. */
        public Setup with(RequestStream others) {
            return new Setup(servers, modelBytes, others, flow, changes, policies, seed, serving);
        }
    }

    /** A strategy, and the policies that it may name. */
    public record Policies(DispatchSpec strategy, DispatchCatalog catalog) {}

    public FleetRun(Setup setup, FleetObserver observer) {
        this(setup, setup.catalog().balancer(setup.strategy().balance()), observer);
    }

    /** With servers that start as {@code starts} says; their number must follow the requests. */
    public FleetRun(Setup setup, FleetObserver observer, Starts.Maker starts) {
        this(setup, setup.catalog().balancer(setup.strategy().balance()), observer, starts);
    }

    /**
     * With a balancer that is not in the catalog.
     *
     * @param balancer of this run alone, in place of the one that the strategy names
     */
    public FleetRun(Setup setup, Balancer balancer, FleetObserver observer) {
        this(setup, balancer, observer, null);
    }

    private FleetRun(Setup setup, Balancer balancer, FleetObserver observer, Starts.@Nullable Maker starts) {
        this.setup = setup;
        this.observer = observer;
        expectations = new Expectations(setup.serving().lengthsKnown());
        metrics = new FleetMetrics(setup);
        servers = new VirtualFleet(setup, requests, metrics, observer);
        groups = new Groups(setup.strategy().grouping(), servers, balancer);
        Dispatcher dispatcher = new Dispatcher(
                servers.fleet(),
                setup.catalog().policies(setup.strategy(), balancer),
                new Chance(setup.seed(), "dispatch." + setup.strategy().name(), 0));
        Clients clients = new Clients() {
            @Override
            public void ended(Ended end) {
                FleetRun.this.end(end);
            }

            @Override
            public void forget(long number) {
                requests.remove(number);
            }
        };
        precedence = new Precedence(setup.flow().precedence());
        flow = new Flow(servers.fleet(), dispatcher, setup.flow(), servers, clients);
        watch = setup.changes().watched()
                ? new VirtualWatch(servers, flow, setup.servers().size())
                : null;
        ScaleSpec scale = setup.changes().scale();
        scaling = scale == null ? null : scaling(scale, starts);
    }

    private Scaling scaling(ScaleSpec scale, Starts.@Nullable Maker starts) {
        return starts == null
                ? new Scaling(scale, servers.fleet(), servers.numbers())
                : new Scaling(scale, servers.fleet(), servers.numbers(), starts);
    }

    /** Runs until every request is answered or refused, or nothing more can happen to it, and returns the figures. */
    public FleetMetrics run(LongConsumer told) {
        begin(told);
        for (long next = nextNanos(); next != Nanos.NEVER; next = nextNanos()) {
            step(next);
        }
        close();
        return figures();
    }

    /**
     * Begins at the first request, for whoever has a clock of his own: {@link #step} follows for each {@link #nextNanos}, in the end {@link #close} and
     * {@link #figures}.
     *
     * @param told of each request that comes
     */
    public void begin(LongConsumer told) {
        progress = told;
        arrivals = setup.requests().iterator();
        arrival = arrivals.hasNext() ? arrivals.next() : null;
        nowNanos = arrival == null ? 0 : arrival.atNanos();
        changes = new ChangeFeed(setup.changes(), setup.servers().size(), setup.seed(), nowNanos);
        reportsNanos = Nanos.after(nowNanos, setup.changes().reportNanos());
        gpusNanos = Nanos.after(nowNanos, setup.changes().gpuNanos());
        begin();
    }

    /** When something happens next; {@link Nanos#NEVER} where every request has ended, or nothing more can happen to those that have not. */
    public long nextNanos() {
        long arrives = arrival == null ? Nanos.NEVER : arrival.atNanos();
        if (arrival == null && servers.nextNanos() == Nanos.NEVER && !underWay() && groups.nextNanos() == Nanos.NEVER) {
            return Nanos.NEVER;
        }
        long next = StrictMath.min(
                StrictMath.min(servers.nextNanos(), arrives),
                StrictMath.min(StrictMath.min(flow.nextNanos(), precedence.nextNanos()), changes.nextNanos()));
        if (next == Nanos.NEVER && groups.nextNanos() == Nanos.NEVER && !busy()) {
            return Nanos.NEVER;
        }
        next = StrictMath.min(next, StrictMath.min(reportsNanos, groups.nextNanos()));
        next = StrictMath.min(next, gpusNanos);
        next = StrictMath.min(next, servers.nextStopNanos());
        next = StrictMath.min(next, watch == null ? Nanos.NEVER : watch.nextNanos());
        next = StrictMath.min(next, scaling == null ? Nanos.NEVER : scaling.nextNanos());
        return StrictMath.min(next, warming == null ? Nanos.NEVER : warming.nextNanos());
    }

    /** Lives through {@code atNanos}, at which something happens and before which nothing does. */
    public void step(long atNanos) {
        metrics.elapse(atNanos - nowNanos);
        nowNanos = atNanos;
        while (servers.nextNanos() == nowNanos) {
            int server = servers.first();
            erred(server, servers.erred(server, nowNanos));
            answered(server, servers.ended(server, nowNanos));
        }
        for (int server : servers.stop(nowNanos)) {
            flow.fill(server, nowNanos);
        }
        report();
        tellGpus();
        if (watch != null) {
            watch.tick(nowNanos);
        }
        flow.tick(nowNanos);
        change();
        scale();
        if (warming != null) {
            warming.tick(nowNanos);
        }
        precedence.tick(nowNanos);
        takeTurns();
        groups.due(nowNanos).forEach(this::send);
        arrive();
        evict();
    }

    private void arrive() {
        while (arrival != null && arrival.atNanos() == nowNanos) {
            arrive(arrival);
            progress.accept(1);
            arrival = arrivals.hasNext() ? arrivals.next() : null;
        }
    }

    /** The figures of what happened so far; of a run that is over. */
    public FleetMetrics figures() {
        servers.count();
        metrics.flow(flow);
        metrics.scaling(scaling);
        metrics.warming(warming);
        metrics.ejected(watch == null ? 0 : watch.ejections());
        return metrics;
    }

    /** Whether something will still come of what waits, though nothing happens by itself. */
    private boolean busy() {
        return watch != null && watch.busy() || scaling != null && scaling.starting();
    }

    /** Requests leave their servers to make room for others; one that has begun to answer only where that is wanted. */
    private void evict() {
        Evict evict = setup.strategy().evict();
        if (evict == null) {
            return;
        }
        List<VirtualFleet.Stopped> next = servers.takeEvicted();
        while (!next.isEmpty()) {
            for (VirtualFleet.Stopped each : next) {
                boolean began = servers.began(each.number(), each.request(), nowNanos);
                if (began && !evict.streaming()) {
                    flow.spared(each.request());
                    continue;
                }
                boolean over = servers.stop(each.number(), each.request(), nowNanos);
                flow.evicted(each.number(), each.request(), !began, nowNanos);
                if (over) {
                    flow.stopped(each.number(), each.request(), nowNanos);
                }
            }
            next = servers.takeEvicted();
        }
    }

    /** Servers say how many requests they have. */
    private void report() {
        if (reportsNanos == nowNanos) {
            for (int server = 0; server < servers.fleet().size(); server++) {
                report(server);
            }
            reportsNanos = Nanos.after(nowNanos, setup.changes().reportNanos());
        }
    }

    /** Exporters say how busy GPUs are, whatever their servers do. */
    private void tellGpus() {
        if (gpusNanos == nowNanos) {
            for (int server = 0; server < servers.fleet().size(); server++) {
                if (servers.fleet().present(server)) {
                    flow.gpuSaid(server, servers.gpu(server), GpuLoads.UNKNOWN, nowNanos);
                }
            }
            gpusNanos = Nanos.after(nowNanos, setup.changes().gpuNanos());
        }
    }

    private void report(int server) {
        if (servers.reports(server)) {
            Fleet fleet = servers.fleet();
            int inside = servers.inside(server);
            flow.reported(server, servers.here(server) - inside, fleet.waiting(server) + inside, nowNanos);
            if (watch != null) {
                watch.reported(server, nowNanos);
            }
        }
    }

    /** Counts out the servers that come later. */
    private void begin() {
        if (watch != null) {
            watch.begin(nowNanos);
        }
        if (scaling != null) {
            scaling.begin(nowNanos);
        }
        WarmSpec warm = setup.changes().warm();
        if (warm != null) {
            warming = new Warming(
                    warm,
                    servers.fleet(),
                    setup.modelBytes().length,
                    (server, model, victim) -> servers.loadAhead(server, model, victim, nowNanos),
                    nowNanos);
        }
        for (int place = 0; place < setup.servers().size(); place++) {
            if (servers.number(place) == Fleet.NONE) {
                metrics.present(place, false, nowNanos);
            }
        }
    }

    /** What {@code server} has answered with errors is tried again elsewhere. */
    private void erred(int server, List<Request> erred) {
        for (Request request : erred) {
            if (watch != null) {
                watch.ended(server, Condition.End.FAILED, nowNanos);
            }
            flow.failed(server, request, nowNanos);
        }
    }

    /** Tells what {@code server} has answered; where nobody knew how long that would be, it says what later ones will be. */
    private void answered(int server, List<Call> ended) {
        for (Call call : ended) {
            if (watch != null) {
                watch.ended(server, Condition.End.ANSWERED, nowNanos);
            }
            if (scaling != null) {
                scaling.served(nowNanos - call.startedNanos());
            }
            if (warming != null) {
                warming.served(nowNanos - call.startedNanos());
            }
            groups.answered(servers.place(server), call, nowNanos);
            Tokens tokens = call.stage().tokens();
            if (tokens != null) {
                expectations.answered(
                        tokens, call.stage().model(), call.request().tenant());
            }
        }
        long[] works = ended.stream().mapToLong(Call::workNanos).toArray();
        flow.answered(server, ended.stream().map(Call::request).toList(), works, nowNanos);
    }

    private void arrive(RequestArrival arrival) {
        metrics.submitted(arrival, nowNanos);
        observer.arrived(arrival);
        if (scaling != null) {
            scaling.arrived(nowNanos);
        }
        arrival.stages().forEach(stage -> asked(stage.model()));
        long number = metrics.requestsSubmitted();
        if (arrival.ties().equals(Ties.NONE) && groups.takes(arrival)) {
            groups.arrive(arrival, number, nowNanos).forEach(this::send);
            return;
        }
        requests.put(number, new Tracked(arrival, List.of(new Tracked.Member(arrival, number))));
        precedence.arrive(number, arrival.tenant(), arrival.ties(), Nanos.NEVER, nowNanos);
        takeTurns();
    }

    private void asked(int model) {
        if (warming != null) {
            warming.asked(model);
        }
    }

    /** Those that wait for others no more go on, or end. */
    private void takeTurns() {
        for (Turn turn = precedence.poll(); turn != null; turn = precedence.poll()) {
            Tracked request = tracked(turn.number());
            Refusal refusal = turn.refusal();
            if (refusal == null) {
                flow.arrive(expectations.of(request.arrival()).asked(turn.number()), nowNanos);
            } else {
                Outcome rejected = new Outcome.Rejected(refusal, Again.UNKNOWN);
                end(new Ended(turn.number(), rejected, nowNanos, Attempt.NOT_YET, 0, 0, false));
                requests.remove(turn.number());
            }
        }
    }

    /** Nothing more happens: what has not ended ends for want of a server. */
    public void close() {
        while (underWay()) {
            flow.close(nowNanos);
            takeTurns();
            if (flow.underWay() == 0) {
                precedence.tick(Nanos.NEVER);
                takeTurns();
            }
        }
    }

    private boolean underWay() {
        return flow.underWay() > 0 || precedence.waiting() > 0;
    }

    private Tracked tracked(long number) {
        Tracked request = requests.get(number);
        if (request == null) {
            throw new IllegalStateException("Request " + number + " is not under way.");
        }
        return request;
    }

    private void send(Groups.Ready ready) {
        requests.put(ready.asked().number(), ready.tracked());
        flow.arrive(ready.asked(), nowNanos);
    }

    private void end(Ended end) {
        List<RequestEnd> told = tracked(end.number()).end(end);
        groups.ended(end.number(), told);
        for (RequestEnd one : told) {
            metrics.ended(one);
            observer.ended(one);
        }
        precedence.ended(end.number(), end.result(), nowNanos);
    }

    private void change() {
        while (changes.nextNanos() == nowNanos) {
            change(changes.next());
        }
        join();
    }

    /** Servers start, join and leave as their number follows the requests. */
    private void scale() {
        if (scaling != null && scaling.nextNanos() <= nowNanos) {
            scaling.due(nowNanos, flow.underWay()).forEach(this::change);
            join();
        }
    }

    private void change(ServerChange change) {
        switch (change.kind()) {
            case FAILS -> fail(servers.number(change.server()));
            case RECOVERS -> recover(servers.number(change.server()), change);
            case SLOWS, HANGS, ERRS -> ail(servers.number(change.server()), change);
            case LEAVES -> leave(servers.number(change.server()));
            case JOINS -> joining.add(change.server());
        }
    }

    private void join() {
        for (int place : List.copyOf(joining)) {
            if (servers.number(place) == Fleet.NONE) {
                joining.remove(place);
                int number = flow.join(setup.servers().get(place).declared());
                servers.joined(place, number, nowNanos);
                if (watch != null) {
                    watch.joined(number, true, nowNanos);
                }
                flow.fill(number, nowNanos);
            }
        }
    }

    private void fail(int number) {
        if (number == Fleet.NONE || servers.state(number) == ServerFaults.State.DOWN) {
            return;
        }
        for (Request request : servers.failed(number, nowNanos)) {
            flow.answering(number, request);
        }
        flow.fail(number, nowNanos);
        if (watch != null && servers.fleet().present(number)) {
            watch.failed(number, nowNanos);
        }
    }

    private void ail(int number, ServerChange change) {
        if (number != Fleet.NONE && servers.state(number) != ServerFaults.State.DOWN) {
            servers.ails(number, change, nowNanos);
        }
    }

    /** It is well again; whoever has to find that out does. */
    private void recover(int number, ServerChange change) {
        if (number == Fleet.NONE || servers.state(number) == ServerFaults.State.WELL) {
            return;
        }
        if (servers.state(number) != ServerFaults.State.DOWN) {
            servers.ails(number, change, nowNanos);
            return;
        }
        servers.recovered(number, nowNanos);
        if (watch == null) {
            flow.recover(number, nowNanos);
        }
    }

    private void leave(int number) {
        if (number != Fleet.NONE) {
            flow.leave(number, nowNanos);
        }
    }
}
