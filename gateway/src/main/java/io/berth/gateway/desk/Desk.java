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
import io.berth.core.dispatch.gpu.GpuLoads;
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
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The flow of requests, for many threads: one at a time has it, for a few microseconds. What the flow decides is told to calls once it is
 * let go, so that none of them can hold up the others.
 */
public final class Desk {
    /** No request is of a model with a higher number. */
    public static final int MOST_MODELS = 1_024;

    private static final Outcome NO_SERVER = new Outcome.Rejected(Refusal.NO_SERVER, Again.UNKNOWN);

    /** After which it is worth another try where servers fail, and nothing more is known. */
    private static final long SHORTEST_NANOS = Nanos.SECOND;
    /** Of what another gateway said so long ago nothing counts; it speaks five times a second. */
    private static final long BLIND_NANOS = 3 * Nanos.SECOND;

    private final ReentrantLock lock = new ReentrantLock();
    private final Flow flow;
    private final Neighbours neighbours;
    private final Bearers bearers = new Bearers();
    private final Subsets subsets;
    private final Guests guests;
    private final Promises promises = new Promises();
    private final Precedence precedence;
    /** What stages made, as long as the flow keeps it. */
    private final Map<Long, byte[]> kept = new HashMap<>();

    private final Regions places = new Regions();
    private final Fleet fleet;
    private final AtomicInteger numbers = new AtomicInteger();
    private volatile IntConsumer gone = _ -> {};
    private volatile IntConsumer stopped = _ -> {};
    /** Whether also those make room whose clients have begun to hear their answers. */
    private final boolean streaming;

    private volatile long noServerNanos;
    private final Observed observed;
    /** What is to be told when the flow is let go; of whoever has it. */
    private List<Runnable> news = new ArrayList<>();

    private long lastNanos = Long.MIN_VALUE;

    /**
     * Over servers of the numbers 0, 1, ...
     *
     * @param policies what decides, of this desk alone
     * @param seed of what balancers draw
     * @param explains whether calls are told why they go where they go
     */
    public Desk(List<ServerSpec> servers, Dispatcher.Policies policies, FlowSpec spec, long seed, boolean explains) {
        fleet = new Fleet(servers, new long[MOST_MODELS]);
        for (int row = 0; row < servers.size(); row++) {
            bearers.put(row, nextServer());
        }
        subsets = new Subsets(fleet, bearers);
        guests = new Guests(subsets);
        Evict evict = policies.evict();
        streaming = evict != null && evict.streaming();
        observed = new Observed(policies.balancer(), explains, bearers::number);
        Dispatcher dispatcher = new Dispatcher(fleet, policies.with(observed), new Chance(seed, "gateway", 0));
        dispatcher.needServers();
        flow = new Flow(fleet, dispatcher, spec, new Told(), new Listener());
        neighbours = new Neighbours(flow, fleet, Nanos.SECOND, BLIND_NANOS);
        precedence = new Precedence(spec.precedence());
    }

    /** {@code heard} is told of each server that has left, once no request is there; without the desk's lock. */
    public void onGone(IntConsumer heard) {
        gone = heard;
    }

    /** {@code heard} is told of what the balancer does wrong; with the desk's lock. */
    public void onTrouble(Consumer<Throwable> heard) {
        hold(_ -> observed.onTrouble(heard));
    }

    /** Requests that come from now on may be sent again so often, and take so long. */
    public void allow(int retries, long requestNanos) {
        hold(_ -> flow.allow(retries, requestNanos));
    }

    /** How long a request waits where no server is up that could have it; 0 for not at all. */
    public void noServerWait(long nanos) {
        noServerNanos = nanos;
    }

    /** A number that no server has had. */
    public int nextServer() {
        return numbers.getAndIncrement();
    }

    /**
     * A further server, which takes requests from now on.
     *
     * @param server its number, of {@link #nextServer}
     */
    public void join(int server, Newcomer newcomer) {
        hold(now -> {
            int row = flow.join(newcomer.spec());
            bearers.put(row, server);
            subsets.reshaped();
            load(row, newcomer.has());
            placed(row, newcomer.region(), now);
            promises.up(true, now);
            flow.setTrial(row, newcomer.most(), now);
            flow.fill(row, now);
            wake(now);
        });
    }

    /** {@code server} takes no more requests; it is gone once those there have ended. */
    public void leave(int server) {
        at(server, flow::leave);
    }

    /** {@code server} is otherwise than was said. */
    public void redeclare(int server, ServerSpec spec) {
        at(server, (row, now) -> flow.redeclare(row, spec, now));
    }

    /**
     * How {@code server} does.
     *
     * @param still asked when it is this call's turn; where it says no, a later one has been before it
     * @param up whether it gets requests
     * @param most how many at most while another could have them; {@code Integer.MAX_VALUE} for any number
     */
    public void settle(int server, BooleanSupplier still, boolean up, int most) {
        at(server, (row, now) -> {
            if (!still.getAsBoolean()) {
                return;
            }
            flow.setTrial(row, most, now);
            if (up && !fleet.up(row)) {
                promises.up(true, now);
                flow.recover(row, now);
                wake(now);
            } else if (!up) {
                flow.pause(row, now);
                promises.up(anyUp(), now);
            }
        });
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
        hold(now -> arrive(arrival, ties, asking, call, now));
    }

    /** A request of {@code tenant}, whom others may name {@code name}, was answered without coming here. */
    public void answeredElsewhere(int tenant, String name) {
        hold(now -> precedence.answeredElsewhere(tenant, name, now));
    }

    /** The same of one that only those servers may have for which {@code may} is true, by number; equal ones are one subset. */
    public void arrive(Arrival arrival, Ties ties, Likeness likeness, Call call, IntPredicate may) {
        hold(now -> {
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
                news.add(() -> guest.call().ended(outcome, again));
            }
        }
    }

    /** {@code server} has answered; that was {@code workNanos} of work. */
    public void answered(int server, Request request, long workNanos) {
        at(server, (row, now) -> flow.answered(row, request, workNanos, now));
    }

    /** The answer has begun to go to the client. */
    public void answering(int server, Request request) {
        at(server, (row, _) -> flow.answering(row, request));
    }

    /** {@code request} came to nothing at {@code server}. */
    public void failed(int server, Request request) {
        at(server, (row, now) -> flow.failed(row, request, now));
    }

    /**
     * {@code request} has left {@code server} to make room.
     *
     * @param repeatable whether it can be sent again
     */
    public void evicted(int server, Request request, boolean repeatable) {
        at(server, (row, now) -> {
            flow.evicted(row, request, repeatable, now);
            tellStopped(row);
        });
    }

    /** {@code request}, which should make room, goes on. */
    public void spared(Request request) {
        hold(_ -> flow.spared(request));
    }

    /** {@code heard} is told of servers that may work still on what was stopped there; without the desk's lock. */
    public void onStopped(IntConsumer heard) {
        stopped = heard;
    }

    /** How many requests were stopped at {@code server} of which it is not known that they have ended. */
    public int lingering(int server) {
        return look(_ -> {
            int row = bearers.row(server);
            return row == Bearers.NOBODY ? 0 : flow.lingering(row);
        });
    }

    /** How often a request was ended to make room. */
    public long evictions() {
        return look(_ -> flow.counts().evicted());
    }

    /** The client of a request has left. */
    public void cancel(long number) {
        hold(now -> {
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
        hold(now -> {
            flow.tick(now);
            neighbours.tick(now);
            precedence.tick(now);
            long again = promises.untilUpNanos(now);
            for (Guests.Guest guest : guests.takeExpired(now)) {
                precedence.ended(guest.arrival().number(), Result.ABSENT, now);
                news.add(() -> guest.call().ended(NO_SERVER, again));
            }
        });
    }

    /** What {@code server} says of itself. */
    public void reported(int server, int running, int waiting) {
        at(server, (row, now) -> flow.reported(row, running, waiting, now));
    }

    /** How much of what {@code server} said of itself still counts, from 1 to 0. */
    public void faded(int server, double share) {
        at(server, (row, _) -> flow.faded(row, share));
    }

    /** The exporter of {@code server} says how busy its GPUs are: shares of the time, 0 to 1; see {@link Fleet#gpuSaid}. */
    public void gpuSaid(int server, double engine, double memory) {
        at(server, (row, now) -> flow.gpuSaid(row, engine, memory, now));
    }

    /** How much of that still counts, from 1 to 0. */
    public void gpuFaded(int server, double share) {
        at(server, (row, _) -> flow.gpuFaded(row, share));
    }

    /** How busy the GPUs of {@code server} are; null where nobody says, or not any more. */
    public @Nullable Gpus gpus(int server) {
        lock.lock();
        try {
            int row = bearers.row(server);
            GpuLoads all = fleet.gpus();
            boolean known = row != Bearers.NOBODY && !Double.isNaN(all.engine(row));
            return known ? new Gpus(all.engine(row), all.memory(row), all.others(row)) : null;
        } finally {
            lock.unlock();
        }
    }

    /**
     * How busy GPUs are, as shares of the time, 0 to 1.
     *
     * @param memory NaN where it is not said
     * @param others what somebody else seems to use
     */
    public record Gpus(double engine, double memory, double others) {}

    /** What a gateway has at a server: so many requests, of so much work together at speed 1. */
    public record Load(int requests, long workNanos) {}

    /** What this gateway has at each server, by number. */
    public Map<Integer, Load> loads() {
        return look(all -> {
            Map<Integer, Load> loads = new HashMap<>();
            for (int row = 0; row < all.size(); row++) {
                if (all.present(row)) {
                    loads.put(bearers.number(row), new Load(all.outstanding(row), all.ownBacklogNanos(row)));
                }
            }
            return loads;
        });
    }

    /** {@code gateway}, another one before the same servers, says what it has at them, by number; nothing at others. */
    public void heard(String gateway, Map<Integer, Load> loads) {
        hold(now -> {
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
        return look(_ -> flow.underWay() + guests.parked() + precedence.waiting());
    }

    /** How many requests wait for others. */
    public int waitingForOthers() {
        return look(_ -> precedence.waiting());
    }

    /** Requests that wait at this desk, in no order. */
    public List<Arrival> waiting() {
        return look(_ -> guests.waiting());
    }

    /** How many requests wait for a server to be there. */
    public int parked() {
        return look(_ -> guests.parked());
    }

    /** The number of the server that has {@code row} of the fleet; below 0 where none has. */
    public int bearer(int row) {
        return look(_ -> bearers.number(row));
    }

    /** How many requests are at {@code server}; 0 where it has left. */
    public int outstanding(int server) {
        return look(all -> {
            int row = bearers.row(server);
            return row == Bearers.NOBODY ? 0 : all.outstanding(row);
        });
    }

    /** How many requests other gateways say they have at {@code server}; 0 where it has left. */
    public int elsewhere(int server) {
        return look(all -> {
            int row = bearers.row(server);
            return row == Bearers.NOBODY ? 0 : all.elsewhere(row);
        });
    }

    /** {@code server} has those models, and no others, for which {@code has} is true. */
    public void models(int server, IntPredicate has) {
        at(server, (row, now) -> {
            load(row, has);
            wake(now);
        });
    }

    private void load(int row, IntPredicate has) {
        for (int model = 0; model < MOST_MODELS; model++) {
            fleet.setLoaded(row, model, has.test(model));
        }
    }

    /** There may be a server now for those that wait for one. */
    private void wake(long nowNanos) {
        for (Guests.Guest guest : guests.takeParked()) {
            flow.arrive(guest.arrival(), nowNanos);
        }
    }

    /** Requests of {@code tenant} go to servers in {@code regions} alone; empty for any. */
    public void confine(int tenant, Set<String> regions) {
        hold(now -> {
            places.confine(tenant, regions);
            flow.confine(tenant, places.allowed(tenant), now);
        });
    }

    /** {@code server} is in {@code region}; empty where that is not known. */
    public void place(int server, String region) {
        at(server, (row, now) -> placed(row, region, now));
    }

    private void placed(int row, String region, long now) {
        places.put(row, region);
        for (int tenant : places.confined()) {
            flow.confine(tenant, places.allowed(tenant), now);
        }
    }

    /** What {@code tenant} waits for counts the less the larger {@code weight} is. */
    public void weigh(int tenant, double weight) {
        hold(_ -> flow.weigh(tenant, weight));
    }

    /** Looks at the fleet, which nobody changes meanwhile. */
    public <T> T look(Function<Fleet, T> looking) {
        lock.lock();
        try {
            return looking.apply(fleet);
        } finally {
            lock.unlock();
        }
    }

    /** Looks at what servers said of themselves, which none does meanwhile. */
    public <T> T heard(BiFunction<Fleet, Observed, T> looking) {
        return look(now -> looking.apply(now, observed));
    }

    /** A thing to do with the flow, at a moment of its time. */
    private interface Step {
        void take(long nowNanos);
    }

    /** A thing to do with a server, at a moment of the flow's time. */
    private interface ServerStep {
        void take(int row, long nowNanos);
    }

    /** Nothing, where {@code server} has left. */
    private void at(int server, ServerStep step) {
        hold(now -> {
            int row = bearers.row(server);
            if (row != Bearers.NOBODY) {
                step.take(row, now);
            }
        });
    }

    private void hold(Step step) {
        List<Runnable> told;
        lock.lock();
        try {
            lastNanos = Math.max(lastNanos, System.nanoTime());
            step.take(lastNanos);
            takeTurns(lastNanos);
            if (news.isEmpty()) {
                return;
            }
            told = news;
            news = new ArrayList<>(2);
        } finally {
            lock.unlock();
        }
        told.forEach(Runnable::run);
    }

    private void tell(long number, Consumer<Call> what) {
        Guests.Guest guest = guests.get(number);
        if (guest != null) {
            news.add(() -> what.accept(guest.call()));
        }
    }

    private void tellStopped(int row) {
        int server = bearers.number(row);
        news.add(() -> stopped.accept(server));
    }

    private boolean anyUp() {
        return IntStream.range(0, fleet.size()).anyMatch(fleet::up);
    }

    /** After how long what ended so is worth another try; 0 for nothing to say. */
    private long again(Promises.Asking asking, Outcome outcome) {
        return switch (outcome) {
            case Outcome.Rejected(Refusal reason, Again again) ->
                switch (reason) {
                    case TOO_LARGE, PREDECESSOR_FAILED, PREDECESSOR_UNKNOWN, PREDECESSOR_LATE, PREDECESSOR_CIRCLE -> 0;
                    case NO_SERVER -> Math.max(SHORTEST_NANOS, promises.untilUpNanos(lastNanos));
                    case TENANT_RATE -> promises.turn(asking, again, lastNanos);
                    case QUEUE_FULL, DEADLINE, CONCURRENCY -> promises.room(asking, again, fleet, lastNanos);
                };
            case Outcome.Failed(Failure failure)
            when failure == Failure.EVICTED -> promises.room(asking, Again.UNKNOWN, fleet, lastNanos);
            case Outcome.Failed _ -> Math.max(SHORTEST_NANOS, promises.untilUpNanos(lastNanos));
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
            tellStopped(server);
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
            int server = bearers.remove(row);
            news.add(() -> gone.accept(server));
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
            if (guest == null || noServer(end.outcome()) && guests.park(end.number(), lastNanos, noServerNanos)) {
                return;
            }
            precedence.ended(end.number(), end.result(), lastNanos);
            if (!(end.outcome() instanceof Outcome.Rejected)) {
                promises.ended(guest.asking().model(), lastNanos);
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
