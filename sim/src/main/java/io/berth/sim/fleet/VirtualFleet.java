package io.berth.sim.fleet;

import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.Request;
import io.berth.core.dispatch.ServerSpec;
import io.berth.core.dispatch.flow.Attempt;
import io.berth.core.dispatch.flow.Servers;
import io.berth.core.time.Nanos;
import io.berth.spec.fleet.EngineSpec;
import io.berth.spec.fleet.ServerChange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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
    private final ServerFaults faults;
    private final SessionStates states = new SessionStates();
    private final @Nullable ServerWork[] servers;
    /** What was stopped and is worked on nevertheless, by the ids of requests: until when. */
    private final TreeMap<Long, Stopped> stopped = new TreeMap<>();
    /** What is to make room, in the order in which that was said. */
    private final List<Stopped> evicted = new ArrayList<>();
    /** By number: the place. */
    private final int[] places;
    /** By place: the number; {@link #NONE} for a server that is not in the fleet. */
    private final int[] numbers;

    /** What was stopped at a server, and when that no more works on it; or is to make room there. */
    record Stopped(int number, Request request, long untilNanos) {}

    /** @param requests those under way, by number */
    VirtualFleet(FleetRun.Setup setup, Map<Long, Tracked> requests, FleetMetrics metrics, FleetObserver observer) {
        this.setup = setup;
        this.requests = requests;
        this.metrics = metrics;
        this.observer = observer;
        int declared = setup.servers().size();
        timers = new ServerTimers(declared);
        faults = new ServerFaults(declared);
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

    /** When a server ends what was stopped there. */
    long nextStopNanos() {
        return stopped.values().stream().mapToLong(Stopped::untilNanos).min().orElse(Nanos.NEVER);
    }

    /** Servers end what was stopped there, whose time is over; returns their numbers. */
    List<Integer> stop(long nowNanos) {
        List<Integer> free = new ArrayList<>();
        for (Stopped each : List.copyOf(stopped.values())) {
            if (each.untilNanos <= nowNanos) {
                stopped.remove(each.request.id());
                stopNow(each.number, each.request, nowNanos);
                free.add(each.number);
            }
        }
        return free;
    }

    /** Takes out what is to make room. */
    List<Stopped> takeEvicted() {
        List<Stopped> taken = List.copyOf(evicted);
        evicted.clear();
        return taken;
    }

    /** The number of the server on which that is. */
    int first() {
        return timers.first();
    }

    /** The number of the server of {@code place}; {@link Fleet#NONE} where it is not in the fleet. */
    int number(int place) {
        return numbers[place];
    }

    /** By place the numbers of servers, {@link Fleet#NONE} for one that is not there, as they are now. */
    int[] numbers() {
        return numbers;
    }

    /** The place of the server that is {@code number} of the fleet. */
    int place(int number) {
        return places[number];
    }

    /** Has {@code number} work up to {@code nowNanos}, and takes out what it has done. */
    List<Call> ended(int number, long nowNanos) {
        ServerWork server = server(number);
        server.advance(nowNanos);
        List<Call> ended = new ArrayList<>(server.ended());
        for (Call call : ended) {
            Tracked request = requests.get(call.number());
            if (request != null) {
                request.token(call.firstNanos());
            }
            observer.left(call.request(), places[number]);
        }
        // Nobody hears the answers of those that were stopped.
        ended.removeIf(call -> stopped.remove(call.request().id()) != null);
        return ended;
    }

    /** Takes out what {@code number} answers with errors at {@code nowNanos}. */
    List<Request> erred(int number, long nowNanos) {
        List<Request> erred = faults.erred(number, nowNanos);
        for (Request request : erred) {
            observer.left(request, places[number]);
        }
        return erred;
    }

    /** How {@code number} is. */
    ServerFaults.State state(int number) {
        return faults.of(number);
    }

    /** {@code number} is not well from now on, or is again; what it has stays there. */
    void ails(int number, ServerChange change, long nowNanos) {
        ServerWork server = server(number);
        server.advance(nowNanos);
        ServerFaults.State state = ServerFaults.after(change.kind());
        faults.set(number, state);
        faults.share(number, change.others());
        server.pace(state == ServerFaults.State.HANGS ? 0 : 1 / change.factor());
        settled(number, nowNanos);
    }

    /** Nobody waits any more for what {@code number} has. Returns what had begun to answer. */
    List<Request> givenUp(int number, long nowNanos) {
        ServerWork server = server(number);
        server.advance(nowNanos);
        List<Request> answering = new ArrayList<>();
        for (Call call : server.calls()) {
            observer.left(call.request(), places[number]);
            server.stop(call.request());
            if (call.firstNanos() != Call.NOT_YET) {
                answering.add(call.request());
            }
        }
        return answering;
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
        faults.set(number, ServerFaults.State.DOWN);
        return answering;
    }

    /** Whether {@code number} says now how many requests it has. */
    boolean reports(int number) {
        ServerFaults.State state = faults.of(number);
        return fleet.present(number)
                && fleet.up(number)
                && state != ServerFaults.State.HANGS
                && state != ServerFaults.State.DOWN;
    }

    /** How busy its GPU is, from 0 to 1. */
    double gpu(int number) {
        double running = here(number) - inside(number);
        double own = StrictMath.min(1, running / fleet.spec(number).slots());
        return faults.others(number) + (1 - faults.others(number)) * own;
    }

    /** How many requests are at {@code number}, those that nobody wants any more too. */
    int here(int number) {
        return server(number).calls().size();
    }

    /** Of those, how many wait there for a slot. */
    int inside(int number) {
        return server(number).waiting();
    }

    /** The server is up again. */
    void recovered(int number, long nowNanos) {
        faults.set(number, ServerFaults.State.WELL);
        metrics.present(places[number], true, nowNanos);
    }

    /** Tells what loads there were on servers that are still there. */
    void count() {
        for (ServerWork server : servers) {
            if (server != null) {
                metrics.loaded(server.memory());
                metrics.tokens().began(server.prefixHits());
            }
        }
    }

    /** {@code number} loads {@code model} in place of {@code victim} before anybody asks it to; false where it cannot. */
    boolean loadAhead(int number, int model, int victim, long nowNanos) {
        ServerWork server = server(number);
        server.advance(nowNanos);
        return server.memory().loadAhead(model, victim, nowNanos);
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
        if (faults.of(number) == ServerFaults.State.ERRS) {
            faults.err(number, attempt.request(), nowNanos);
            observer.started(attempt.request(), places[number], server.memory().freeBytes());
            return;
        }
        long beside = states.served(number, attempt, request.arrival().stateNanos());
        server.start(new Call(attempt.number(), request.stage(attempt.stage()), attempt.request(), beside), nowNanos);
        request.started(places[number]);
        observer.started(attempt.request(), places[number], server.memory().freeBytes());
    }

    @Override
    public boolean stop(int number, Attempt attempt, long nowNanos) {
        return stop(number, attempt.request(), nowNanos);
    }

    @Override
    public void evict(int number, Attempt attempt, long nowNanos) {
        evicted.add(new Stopped(number, attempt.request(), nowNanos));
    }

    /** Has {@code number} stop {@code request}; whether it has stopped at once. */
    boolean stop(int number, Request request, long nowNanos) {
        long lasts = setup.changes().stopNanos();
        if (lasts == 0) {
            stopNow(number, request, nowNanos);
        } else {
            stopped.put(request.id(), new Stopped(number, request, Nanos.after(nowNanos, lasts)));
        }
        return lasts == 0;
    }

    @Override
    public boolean streams(int number, Attempt attempt, long nowNanos) {
        return began(number, attempt.request(), nowNanos);
    }

    /** Whether a token of {@code request} has come. */
    boolean began(int number, Request request, long nowNanos) {
        ServerWork server = server(number);
        server.advance(nowNanos);
        return server.calls().stream()
                .anyMatch(call -> call.request().equals(request) && call.firstNanos() != Call.NOT_YET);
    }

    private void stopNow(int number, Request request, long nowNanos) {
        ServerWork server = server(number);
        server.advance(nowNanos);
        if (!faults.stop(number, request)) {
            server.stop(request);
        }
        observer.left(request, places[number]);
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
        timers.set(number, StrictMath.min(server.nextNanos(), faults.nextNanos(number)));
    }

    private void begin(int number, int place) {
        VirtualServerSpec spec = setup.servers().get(place);
        ModelMemory memory = new ModelMemory(fleet, number, setup.modelBytes().length);
        spec.models().forEach(memory::preload);
        EngineSpec engine = spec.engine();
        servers[number] = engine == null ? new VirtualServer(spec, memory) : new LlmServer(engine, memory);
        faults.set(number, ServerFaults.State.WELL);
        places[number] = place;
        numbers[place] = number;
        states.none(number);
    }

    private void end(int number, long nowNanos) {
        ServerWork server = server(number);
        metrics.loaded(server.memory());
        metrics.tokens().began(server.prefixHits());
        metrics.present(places[number], false, nowNanos);
        stopped.values().removeIf(each -> each.number == number);
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
