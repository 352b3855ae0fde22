package io.berth.gateway.desk;

import io.berth.core.dispatch.Again;
import io.berth.core.dispatch.Dispatcher;
import io.berth.core.dispatch.Evict;
import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.Refusal;
import io.berth.core.dispatch.Request;
import io.berth.core.dispatch.ServerSpec;
import io.berth.core.dispatch.flow.Arrival;
import io.berth.core.dispatch.flow.Attempt;
import io.berth.core.dispatch.flow.Clients;
import io.berth.core.dispatch.flow.Ended;
import io.berth.core.dispatch.flow.Failure;
import io.berth.core.dispatch.flow.Flow;
import io.berth.core.dispatch.flow.FlowSpec;
import io.berth.core.dispatch.flow.Neighbours;
import io.berth.core.dispatch.flow.Outcome;
import io.berth.core.dispatch.flow.Servers;
import io.berth.core.dispatch.flow.Stage;
import io.berth.core.dispatch.precedence.Precedence;
import io.berth.core.dispatch.precedence.Result;
import io.berth.core.dispatch.precedence.Ties;
import io.berth.core.dispatch.precedence.Turn;
import io.berth.core.dispatch.promise.Promises;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import io.berth.gateway.journey.Decision;
import io.berth.gateway.journey.Observed;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntPredicate;

/**
 * The flow of requests, for many threads: one at a time has it, for a few microseconds. What the flow decides is told to calls once it is
 * let go, so that none of them can hold up the others.
 */
public final class Desk {
    private static final Outcome NO_SERVER = new Outcome.Rejected(Refusal.NO_SERVER, Again.UNKNOWN);

    /** After which it is worth another try where servers fail, and nothing more is known. */
    private static final long SHORTEST_NANOS = Nanos.SECOND;
    /** Of what another gateway said so long ago nothing counts; it speaks five times a second. */
    private static final long BLIND_NANOS = 3 * Nanos.SECOND;

    private final Hold hold = new Hold(this::takeTurns);
    private final Flow flow;
    private final Neighbours neighbours;
    private final Bearers bearers = new Bearers();
    private final AttachedServers attached;
    private final Subsets subsets;
    private final Guests guests;
    private final Promises promises = new Promises();
    private final Precedence precedence;
    /** What stages made, as long as the flow keeps it. */
    private final Map<Long, byte[]> kept = new HashMap<>();

    private final Fleet fleet;
    /** Whether also those make room whose clients have begun to hear their answers. */
    private final boolean streaming;

    private volatile long noServerNanos;
    private final Observed observed;

    /**
     * Over servers of the numbers 0, 1, ...
     *
     * @param policies what decides, of this desk alone
     * @param seed of what balancers draw
     * @param explains whether calls are told why they go where they go
     */
    public Desk(List<ServerSpec> servers, Dispatcher.Policies policies, FlowSpec spec, long seed, boolean explains) {
        fleet = new Fleet(servers, new long[AttachedServers.MOST_MODELS]);
        subsets = new Subsets(fleet, bearers);
        guests = new Guests(subsets);
        Evict evict = policies.evict();
        streaming = evict != null && evict.streaming();
        observed = new Observed(policies.balancer(), explains, bearers::number);
        Dispatcher dispatcher = new Dispatcher(fleet, policies.with(observed), new Chance(seed, "gateway", 0));
        dispatcher.needServers();
        flow = new Flow(fleet, dispatcher, spec, new Told(), new Listener());
        attached = new AttachedServers(
                hold, flow, new AttachedServers.Rows(fleet, bearers, subsets), promises, this::wake);
        neighbours = new Neighbours(flow, fleet, Nanos.SECOND, BLIND_NANOS);
        precedence = new Precedence(spec.precedence());
    }

    /** {@code heard} is told of what the balancer does wrong; with the desk's lock. */
    public void onTrouble(Consumer<Throwable> heard) {
        hold.take(_ -> observed.onTrouble(heard));
    }

    /** Requests that come from now on may be sent again so often, and take so long. */
    public void allow(int retries, long requestNanos) {
        hold.take(_ -> flow.allow(retries, requestNanos));
    }

    /** How long a request waits where no server is up that could have it; 0 for not at all. */
    public void noServerWait(long nanos) {
        noServerNanos = nanos;
    }

    /**
     * By what it is seen that a request was here before.
     *
     * @param likeness equal for equal requests of one client, and hardly ever for others
     * @param first whether it says that it was not
     */
    public record Likeness(long likeness, boolean first) {}

    /** A request came, for which {@code call} stands; it goes nowhere before those that {@code ties} binds it to. */
    public void arrive(Arrival arrival, Ties ties, Likeness likeness, Call call) {
        Promises.Asking asking = asking(arrival, likeness);
        hold.take(now -> arrive(arrival, ties, asking, call, now));
    }

    /** A request of {@code tenant}, whom others may name {@code name}, was answered without coming here. */
    public void answeredElsewhere(int tenant, String name) {
        hold.take(now -> precedence.answeredElsewhere(tenant, name, now));
    }

    /** The same of one that only those servers may have for which {@code may} is true, by number; equal ones are one subset. */
    public void arrive(Arrival arrival, Ties ties, Likeness likeness, Call call, IntPredicate may) {
        hold.take(now -> {
            int subset = subsets.take(may);
            List<Stage> stages = new ArrayList<>();
            for (Stage stage : arrival.stages()) {
                stages.add(new Stage(stage.need().within(subset), stage.beside(), stage.feature()));
            }
            Arrival bound = new Arrival(
                    arrival.number(), arrival.tenant(), arrival.priority(), arrival.deadlineNanos(), stages);
            arrive(bound, ties, asking(bound, likeness), call, now);
        });
    }

    private void arrive(Arrival arrival, Ties ties, Promises.Asking asking, Call call, long now) {
        guests.add(arrival, asking, call);
        precedence.arrive(arrival.number(), arrival.tenant(), ties, arrival.deadlineNanos(), now);
    }

    private static Promises.Asking asking(Arrival arrival, Likeness likeness) {
        return new Promises.Asking(
                likeness.likeness, arrival.stages().getFirst().need().model(), arrival.tenant(), likeness.first);
    }

    private void arrive(Arrival arrival, Promises.Asking asking, Call call, long now) {
        observed.explainAll(call.explains());
        flow.arrive(arrival, promises.take(asking, now), now);
    }

    /** Those that wait for others no more go on, or end. */
    private void takeTurns(long now) {
        for (Turn turn = precedence.poll(); turn != null; turn = precedence.poll()) {
            Guests.Guest guest = guests.get(turn.number());
            Refusal refusal = turn.refusal();
            if (guest == null) {
                precedence.ended(turn.number(), Result.FAILED, now);
            } else if (refusal == null) {
                arrive(guest.arrival(), guest.asking(), guest.call(), now);
            } else {
                guests.remove(turn.number());
                Outcome outcome = new Outcome.Rejected(refusal, Again.UNKNOWN);
                long again = refusal == Refusal.QUEUE_FULL ? SHORTEST_NANOS : 0;
                hold.tell(() -> guest.call().ended(outcome, again));
            }
        }
    }

    /** {@code server} has answered; that was {@code workNanos} of work. */
    public void answered(int server, Request request, long workNanos) {
        attached.at(server, (row, now) -> flow.answered(row, request, workNanos, now));
    }

    /** The answer has begun to go to the client. */
    public void answering(int server, Request request) {
        attached.at(server, (row, _) -> flow.answering(row, request));
    }

    /** {@code request} came to nothing at {@code server}. */
    public void failed(int server, Request request) {
        attached.at(server, (row, now) -> flow.failed(row, request, now));
    }

    /**
     * {@code request} has left {@code server} to make room.
     *
     * @param repeatable whether it can be sent again
     */
    public void evicted(int server, Request request, boolean repeatable) {
        attached.at(server, (row, now) -> {
            flow.evicted(row, request, repeatable, now);
            attached.tellStopped(row);
        });
    }

    /** {@code request}, which should make room, goes on. */
    public void spared(Request request) {
        hold.take(_ -> flow.spared(request));
    }

    /** How often a request was ended to make room. */
    public long evictions() {
        return hold.look(() -> flow.counts().evicted());
    }

    /** The client of a request has left. */
    public void cancel(long number) {
        hold.take(now -> {
            if (guests.unpark(number)) {
                precedence.ended(number, Result.FAILED, now);
            } else if (precedence.waits(number)) {
                precedence.ended(number, Result.FAILED, now);
                guests.remove(number);
            } else {
                flow.cancel(number, now);
            }
        });
    }

    /** Ends what has run out of time; somebody calls it now and then. */
    public void tick() {
        hold.take(now -> {
            flow.tick(now);
            neighbours.tick(now);
            precedence.tick(now);
            long again = promises.untilUpNanos(now);
            for (Guests.Guest guest : guests.takeExpired(now)) {
                precedence.ended(guest.arrival().number(), Result.ABSENT, now);
                hold.tell(() -> guest.call().ended(NO_SERVER, again));
            }
        });
    }

    /** What a gateway has at a server: so many requests, of so much work together at speed 1. */
    public record Load(int requests, long workNanos) {}

    /** What this gateway has at each server, by number. */
    public Map<Integer, Load> loads() {
        return hold.look(() -> {
            Map<Integer, Load> loads = new HashMap<>();
            for (int row = 0; row < fleet.size(); row++) {
                if (fleet.present(row)) {
                    loads.put(bearers.number(row), new Load(fleet.outstanding(row), fleet.ownBacklogNanos(row)));
                }
            }
            return loads;
        });
    }

    /** {@code gateway}, another one before the same servers, says what it has at them, by number; nothing at others. */
    public void heard(String gateway, Map<Integer, Load> loads) {
        hold.take(now -> {
            int[] requests = new int[fleet.size()];
            long[] work = new long[fleet.size()];
            loads.forEach((server, load) -> {
                int row = bearers.row(server);
                if (row != Bearers.NOBODY) {
                    requests[row] = load.requests;
                    work[row] = load.workNanos;
                }
            });
            neighbours.heard(gateway, new Neighbours.Load(requests, work), now);
        });
    }

    /** How many requests have come and not ended. */
    public int underWay() {
        return hold.look(() -> flow.underWay() + guests.parked() + precedence.waiting());
    }

    /** How many requests wait for others. */
    public int waitingForOthers() {
        return hold.look(() -> precedence.waiting());
    }

    /** Requests that wait at this desk, in no order. */
    public List<Arrival> waiting() {
        return hold.look(() -> guests.waiting());
    }

    /** How many requests wait for a server to be there. */
    public int parked() {
        return hold.look(() -> guests.parked());
    }

    /** What {@code tenant} waits for counts the less the larger {@code weight} is. */
    public void weigh(int tenant, double weight) {
        hold.take(_ -> flow.weigh(tenant, weight));
    }

    /** There may be a server now for those that wait for one. */
    private void wake(long nowNanos) {
        for (Guests.Guest guest : guests.takeParked()) {
            flow.arrive(guest.arrival(), nowNanos);
        }
    }

    /** The servers before which it stands. */
    public AttachedServers servers() {
        return attached;
    }

    /** Looks at the fleet, which nobody changes meanwhile. */
    public <T> T look(Function<Fleet, T> looking) {
        return hold.look(() -> looking.apply(fleet));
    }

    /** Looks at what servers said of themselves, which none does meanwhile. */
    public <T> T heard(BiFunction<Fleet, Observed, T> looking) {
        return look(now -> looking.apply(now, observed));
    }

    private void tell(long number, Consumer<Call> what) {
        Guests.Guest guest = guests.get(number);
        if (guest != null) {
            hold.tell(() -> what.accept(guest.call()));
        }
    }

    /** After how long what ended so is worth another try; 0 for nothing to say. */
    private long again(Promises.Asking asking, Outcome outcome) {
        return switch (outcome) {
            case Outcome.Rejected(Refusal reason, Again again) ->
                switch (reason) {
                    case TOO_LARGE, PREDECESSOR_FAILED, PREDECESSOR_UNKNOWN, PREDECESSOR_LATE, PREDECESSOR_CIRCLE -> 0;
                    case NO_SERVER -> Math.max(SHORTEST_NANOS, promises.untilUpNanos(hold.nowNanos()));
                    case TENANT_RATE -> promises.turn(asking, again, hold.nowNanos());
                    case QUEUE_FULL, DEADLINE, CONCURRENCY -> promises.room(asking, again, fleet, hold.nowNanos());
                };
            case Outcome.Failed(Failure failure)
            when failure == Failure.EVICTED -> promises.room(asking, Again.UNKNOWN, fleet, hold.nowNanos());
            case Outcome.Failed _ -> Math.max(SHORTEST_NANOS, promises.untilUpNanos(hold.nowNanos()));
            case Outcome.Plain _ -> 0;
        };
    }

    /** The servers as the flow sees them: real ones, whose slots are theirs to give. */
    private final class Told implements Servers {
        @Override
        public boolean canStart(int server, Request request, long nowNanos) {
            return true;
        }

        @Override
        public void start(int row, Attempt attempt, long nowNanos) {
            Request request = attempt.request();
            int server = bearers.number(row);
            guests.sent(attempt.number());
            Decision why = observed.decision(request, row);
            if (why != null) {
                tell(attempt.number(), call -> call.decided(why));
            }
            int stage = attempt.stage();
            tell(attempt.number(), call -> call.go(server, request, stage));
        }

        @Override
        public boolean stop(int server, Attempt attempt, long nowNanos) {
            Request request = attempt.request();
            tell(attempt.number(), call -> call.leave(request));
            attached.tellStopped(server);
            return false;
        }

        @Override
        public void evict(int row, Attempt attempt, long nowNanos) {
            Request request = attempt.request();
            tell(attempt.number(), call -> call.evict(request, streaming));
        }

        @Override
        public boolean streams(int row, Attempt attempt, long nowNanos) {
            Guests.Guest guest = guests.get(attempt.number());
            return guest == null || guest.call().streams();
        }

        @Override
        public void gone(int row, long nowNanos) {
            attached.removed(row);
        }
    }

    private final class Listener implements Clients {
        @Override
        public long made(long number, int stage) {
            Guests.Guest guest = guests.get(number);
            if (guest == null) {
                return 0;
            }
            byte[] made = guest.call().made(stage);
            kept.put(guest.arrival().stages().get(stage).feature(), made);
            return made.length;
        }

        @Override
        public void reused(long number, int stage) {
            Guests.Guest guest = guests.get(number);
            byte[] made = guest == null
                    ? null
                    : kept.get(guest.arrival().stages().get(stage).feature());
            if (guest != null && made != null) {
                // Not when the flow is let go: whoever begins the stage after it may be faster.
                guest.call().reused(stage, made);
            }
        }

        @Override
        public void dropped(long feature) {
            kept.remove(feature);
        }

        @Override
        public void ended(Ended end) {
            Guests.Guest guest = guests.get(end.number());
            if (guest == null || noServer(end.outcome()) && guests.park(end.number(), hold.nowNanos(), noServerNanos)) {
                return;
            }
            precedence.ended(end.number(), end.result(), hold.nowNanos());
            if (!(end.outcome() instanceof Outcome.Rejected)) {
                promises.ended(guest.asking().model(), hold.nowNanos());
            }
            if (end.outcome() == Outcome.Plain.ANSWERED && guest.call().staged()) {
                tell(end.number(), Call::answered);
            }
            if (end.outcome() != Outcome.Plain.ANSWERED && end.outcome() != Outcome.Plain.CANCELLED) {
                long again = again(guest.asking(), end.outcome());
                tell(end.number(), call -> call.ended(end.outcome(), again));
            }
        }

        private static boolean noServer(Outcome outcome) {
            return outcome.equals(NO_SERVER)
                    || outcome instanceof Outcome.Failed(Failure failure) && failure == Failure.NO_SERVER;
        }

        @Override
        public void forget(long number) {
            guests.remove(number);
        }
    }
}
