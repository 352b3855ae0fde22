package io.berth.testkit.dispatch;

import io.berth.core.dispatch.Again;
import io.berth.core.dispatch.Dispatcher;
import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.Need;
import io.berth.core.dispatch.Refusal;
import io.berth.core.dispatch.Request;
import io.berth.core.dispatch.ServerSpec;
import io.berth.core.dispatch.flow.Arrival;
import io.berth.core.dispatch.flow.Attempt;
import io.berth.core.dispatch.flow.Clients;
import io.berth.core.dispatch.flow.Ended;
import io.berth.core.dispatch.flow.Flow;
import io.berth.core.dispatch.flow.FlowSpec;
import io.berth.core.dispatch.flow.Outcome;
import io.berth.core.dispatch.flow.Servers;
import io.berth.core.dispatch.flow.Stage;
import io.berth.core.dispatch.promise.Promises;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * More clients than there is room for, over model servers each with slots and a queue inside that say how many requests they have. Who is
 * turned away comes again when it was told to. Virtual time.
 */
final class CrowdedFleet implements Servers, Clients {
    private static final int UNTOLD = 1 << 20;
    private static final long REPORT = Nanos.SECOND / 2;

    private final double[] speeds;
    private final int slots;
    private final Flow flow;
    private final Fleet fleet;
    private final Promises promises = new Promises();
    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private final List<ArrayDeque<Request>> queues = new ArrayList<>();
    private final int[] running;
    private final Map<Long, Visit> visits = new LinkedHashMap<>();
    private final Map<Long, Visit> byRequest = new LinkedHashMap<>();
    private long now;
    private long turn;

    /** One client with one request, from its first try on. */
    static final class Visit {
        final long number;
        final int tenant;
        private final int priority;
        private final long workNanos;
        final long firstNanos;
        int tries;
        /** What it was told first. */
        long toldNanos;

        long endedNanos = Nanos.NEVER;

        Visit(long number, int tenant, int priority, long workNanos, long firstNanos) {
            this.number = number;
            this.tenant = tenant;
            this.priority = priority;
            this.workNanos = workNanos;
            this.firstNanos = firstNanos;
        }

        boolean answered() {
            return endedNanos != Nanos.NEVER;
        }

        double latencyMillis() {
            return (endedNanos - firstNanos) / 1e6;
        }
    }

    private record Event(long atNanos, long turn, Runnable what) implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            return atNanos == other.atNanos ? Long.compare(turn, other.turn) : Long.compare(atNanos, other.atNanos);
        }
    }

    CrowdedFleet(double[] speeds, int slots, Dispatcher.Policies policies) {
        this.speeds = speeds.clone();
        this.slots = slots;
        running = new int[speeds.length];
        List<ServerSpec> specs = new ArrayList<>();
        for (int server = 0; server < speeds.length; server++) {
            specs.add(new ServerSpec("s" + server, 1000, UNTOLD, UNTOLD * 1000, 1, 0, 0, 0));
            queues.add(new ArrayDeque<>());
        }
        fleet = new Fleet(specs, new long[0]);
        flow = new Flow(fleet, new Dispatcher(fleet, policies, new Chance(3, "crowd", 0)), FlowSpec.PLAIN, this, this);
    }

    /** A client comes with {@code workNanos} of work. */
    Visit comes(long atNanos, int tenant, int priority, long workNanos) {
        Visit visit = new Visit(visits.size(), tenant, priority, workNanos, atNanos);
        visits.put(visit.number, visit);
        at(atNanos, () -> tries(visit));
        return visit;
    }

    void down(long atNanos, long untilNanos) {
        at(atNanos, () -> {
            for (int server = 0; server < speeds.length; server++) {
                flow.pause(server, now);
            }
            promises.up(false, now);
        });
        at(untilNanos, () -> {
            promises.up(true, now);
            for (int server = 0; server < speeds.length; server++) {
                flow.recover(server, now);
            }
        });
    }

    void run(long untilNanos) {
        for (long report = 0; report < untilNanos; report += REPORT) {
            at(report, this::report);
        }
        while (!events.isEmpty() && events.peek().atNanos <= untilNanos) {
            Event event = events.remove();
            now = event.atNanos;
            event.what.run();
        }
    }

    private void at(long nanos, Runnable what) {
        events.add(new Event(nanos, turn++, what));
    }

    private void tries(Visit visit) {
        visit.tries++;
        Stage stage = new Stage(Need.of(Request.NO_MODEL, 137_000_000, 0), false, Stage.NOT_KEPT);
        Arrival arrival = new Arrival(visit.number, visit.tenant, visit.priority, Nanos.NEVER, List.of(stage));
        flow.arrive(arrival, promises.take(asking(visit), now), now);
    }

    private static Promises.Asking asking(Visit visit) {
        return new Promises.Asking(visit.number, Request.NO_MODEL, visit.tenant, visit.tries == 1);
    }

    private void report() {
        for (int server = 0; server < speeds.length; server++) {
            flow.reported(server, running[server], queues.get(server).size(), now);
        }
    }

    @Override
    public boolean canStart(int server, Request request, long nowNanos) {
        return true;
    }

    @Override
    public void start(int server, Attempt attempt, long nowNanos) {
        byRequest.put(attempt.request().id(), visits.get(attempt.number()));
        if (running[server] < slots) {
            begin(server, attempt.request());
        } else {
            queues.get(server).add(attempt.request());
        }
    }

    private void begin(int server, Request request) {
        running[server]++;
        Visit visit = byRequest.get(request.id());
        at(now + (long) (visit.workNanos / speeds[server]), () -> {
            running[server]--;
            Request next = queues.get(server).poll();
            if (next != null) {
                begin(server, next);
            }
            flow.answered(server, request, visit.workNanos, now);
        });
    }

    @Override
    public boolean stop(int server, Attempt attempt, long nowNanos) {
        throw new IllegalStateException("Nobody leaves.");
    }

    @Override
    public void ended(Ended end) {
        Visit visit = visits.get(end.number());
        if (end.outcome() instanceof Outcome.Rejected(Refusal reason, Again again)) {
            long after = reason == Refusal.NO_SERVER
                    ? promises.untilUpNanos(now)
                    : reason == Refusal.TENANT_RATE
                            ? promises.turn(asking(visit), again, now)
                            : promises.room(asking(visit), again, fleet, now);
            visit.toldNanos = visit.tries == 1 ? after : visit.toldNanos;
            // In whole seconds, as HTTP has it.
            at(now + (after + Nanos.SECOND - 1) / Nanos.SECOND * Nanos.SECOND, () -> tries(visit));
        } else {
            promises.ended(Request.NO_MODEL, now);
            visit.endedNanos = now;
        }
    }

    @Override
    public void forget(long number) {}
}
