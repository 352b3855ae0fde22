package io.berth.sim.fleet;

import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.Request;
import io.berth.core.dispatch.ServerSpec;
import io.berth.core.dispatch.flow.Attempt;
import io.berth.core.dispatch.flow.Flow;
import io.berth.core.dispatch.flow.Servers;
import io.berth.core.time.Nanos;
import io.berth.spec.fleet.EngineSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The virtual servers of a run, by the numbers that the fleet gives them. Whom it tells of a server it tells of its place among those
 * that were declared, which does not change.
 */
final class VirtualFleet implements Servers {
    /** In place of a number or a place where there is none. */
    private static final int NONE = Fleet.NONE;

    private final FleetRun.Setup setup;
    private final Fleet fleet;
    private final Map<Long, Tracked> requests;
    private final FleetMetrics metrics;
    private final FleetObserver observer;
    private final ServerTimers timers;
    private final @Nullable ServerWork[] servers;
    /** By number: the place. */
    private final int[] places;
    /** By place: the number; {@link #NONE} for a server that is not in the fleet. */
    private final int[] numbers;

    /** @param requests those under way, by number */
    VirtualFleet(FleetRun.Setup setup, Map<Long, Tracked> requests, FleetMetrics metrics, FleetObserver observer) {
        this.setup = setup;
        this.requests = requests;
        this.metrics = metrics;
        this.observer = observer;
        int declared = setup.servers().size();
        timers = new ServerTimers(declared);
        servers = new @Nullable ServerWork[declared];
        places = new int[declared];
        numbers = new int[declared];
        Arrays.fill(numbers, NONE);
        List<ServerSpec> there = new ArrayList<>();
        List<Integer> first = new ArrayList<>();
        for (int place = 0; place < declared; place++) {
            if (setup.changes().thereAtFirst(place)) {
                there.add(setup.servers().get(place).declared());
                first.add(place);
            }
        }
        fleet = new Fleet(there, setup.modelBytes());
        for (int number = 0; number < first.size(); number++) {
            begin(number, first.get(number));
        }
    }

    Fleet fleet() {
        return fleet;
    }

    /** When something happens on a server by itself; {@link Nanos#NEVER} for nothing. */
    long nextNanos() {
        return timers.nextNanos();
    }

    /** The number of the server on which that is. */
    int first() {
        return timers.first();
    }

    /** The number of the server of {@code place}; {@link Fleet#NONE} where it is not in the fleet. */
    int number(int place) {
        return numbers[place];
    }

    /** The place of the server that is {@code number} of the fleet. */
    int place(int number) {
        return places[number];
    }

    /** Has {@code number} work up to {@code nowNanos}, and takes out what it has done. */
    List<Call> ended(int number, long nowNanos) {
        ServerWork server = server(number);
        server.advance(nowNanos);
        List<Call> ended = server.ended();
        for (Call call : ended) {
            Tracked request = requests.get(call.number());
            if (request != null) {
                request.token(call.firstNanos());
            }
            observer.left(call.request(), places[number]);
        }
        return ended;
    }

    /** The server of {@code place} is now {@code number} of the fleet. */
    void joined(int place, int number, long nowNanos) {
        begin(number, place);
        metrics.present(place, true, nowNanos);
    }

    /** The server fails with all that is on it; it is then as it begins, though not up. Returns what had begun to answer. */
    List<Request> failed(int number, long nowNanos) {
        ServerWork server = server(number);
        server.advance(nowNanos);
        List<Request> answering = new ArrayList<>();
        for (Call call : server.calls()) {
            observer.left(call.request(), places[number]);
            if (call.firstNanos() != Call.NOT_YET) {
                answering.add(call.request());
            }
        }
        end(number, nowNanos);
        begin(number, places[number]);
        return answering;
    }

    /** What {@code number} says of itself goes to {@code flow}. */
    void report(Flow flow, long nowNanos) {
        for (int number = 0; number < fleet.size(); number++) {
            if (fleet.present(number) && fleet.up(number)) {
                flow.reported(number, fleet.running(number), fleet.waiting(number), nowNanos);
            }
        }
    }

    /** The server is up again. */
    void recovered(int number, long nowNanos) {
        metrics.present(places[number], true, nowNanos);
    }

    /** Tells what loads there were on servers that are still there. */
    void count() {
        for (ServerWork server : servers) {
            if (server != null) {
                metrics.loaded(server.memory().loads(), server.memory().loadingNanos());
                metrics.tokens().began(server.prefixHits());
            }
        }
    }

    @Override
    public boolean canStart(int number, Request request, long nowNanos) {
        ServerWork server = server(number);
        server.advance(nowNanos);
        return server.canStart(request);
    }

    @Override
    public void start(int number, Attempt attempt, long nowNanos) {
        ServerWork server = server(number);
        Tracked request = requests.get(attempt.number());
        if (request == null) {
            throw new IllegalStateException("Request " + attempt.number() + " is not under way.");
        }
        server.start(new Call(attempt.number(), request.stage(attempt.stage()), attempt.request()), nowNanos);
        request.started(places[number]);
        observer.started(attempt.request(), places[number], server.memory().freeBytes());
    }

    @Override
    public void stop(int number, Attempt attempt, long nowNanos) {
        ServerWork server = server(number);
        server.advance(nowNanos);
        server.stop(attempt.request());
        observer.left(attempt.request(), places[number]);
    }

    @Override
    public void gone(int number, long nowNanos) {
        end(number, nowNanos);
        servers[number] = null;
        numbers[places[number]] = NONE;
    }

    @Override
    public void queued(int number, Request request) {
        observer.sent(request, places[number]);
    }

    @Override
    public void settled(int number, long nowNanos) {
        ServerWork server = server(number);
        server.advance(nowNanos);
        metrics.computing(places[number], server.computing(), nowNanos);
        timers.set(number, server.nextNanos());
    }

    private void begin(int number, int place) {
        VirtualServerSpec spec = setup.servers().get(place);
        ModelMemory memory = new ModelMemory(fleet, number, setup.modelBytes().length);
        spec.models().forEach(memory::preload);
        EngineSpec engine = spec.engine();
        servers[number] = engine == null ? new VirtualServer(spec, memory) : new LlmServer(engine, memory);
        places[number] = place;
        numbers[place] = number;
    }

    private void end(int number, long nowNanos) {
        ServerWork server = server(number);
        metrics.loaded(server.memory().loads(), server.memory().loadingNanos());
        metrics.tokens().began(server.prefixHits());
        metrics.present(places[number], false, nowNanos);
        timers.set(number, Nanos.NEVER);
    }

    private ServerWork server(int number) {
        ServerWork server = servers[number];
        if (server == null) {
            throw new IllegalStateException("There is no server " + number + " in the fleet.");
        }
        return server;
    }
}
