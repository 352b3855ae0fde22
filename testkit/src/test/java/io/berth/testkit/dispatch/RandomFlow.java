package io.berth.testkit.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.dispatch.DispatchSpec;
import io.berth.core.dispatch.Dispatcher;
import io.berth.core.dispatch.Evict;
import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.Need;
import io.berth.core.dispatch.Request;
import io.berth.core.dispatch.ServerSpec;
import io.berth.core.dispatch.catalog.DispatchCatalog;
import io.berth.core.dispatch.flow.Arrival;
import io.berth.core.dispatch.flow.Attempt;
import io.berth.core.dispatch.flow.Clients;
import io.berth.core.dispatch.flow.Ended;
import io.berth.core.dispatch.flow.Flow;
import io.berth.core.dispatch.flow.FlowCounts;
import io.berth.core.dispatch.flow.FlowSpec;
import io.berth.core.dispatch.flow.Outcome;
import io.berth.core.dispatch.flow.Servers;
import io.berth.core.dispatch.flow.Stage;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import io.berth.testkit.random.RandomModels;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A fleet whose servers join, leave, fail and recover, and whose clients send, cancel and wait only so long, all at random. It keeps
 * its own books of what the flow tells it, and compares.
 */
final class RandomFlow implements Servers, Clients {
    private static final int MOST_SERVERS = 6;
    private static final long[] MODELS = {2, 4, 8};

    /** What a server is by the books kept here. */
    private enum State {
        UP,
        DRAINING,
        DOWN,
        GONE
    }

    private final Chance chance;
    private final Fleet fleet;
    private final Flow flow;
    private final boolean largeLater;
    private final Map<Integer, State> states = new TreeMap<>();
    private final Map<Integer, TreeMap<Long, Request>> running = new TreeMap<>();
    private final Map<Long, Integer> queued = new TreeMap<>();
    private final TreeSet<Long> everStarted = new TreeSet<>();
    private final TreeSet<Long> open = new TreeSet<>();
    private final TreeSet<Long> remembered = new TreeSet<>();
    /** Answers that come too late. */
    private final List<Request> stale = new ArrayList<>();
    /** What was given up and is worked on still. */
    private final List<Asked> lingering = new ArrayList<>();
    /** What is to make room. */
    private final List<Asked> asked = new ArrayList<>();

    private record Asked(int server, Request request) {}

    private final StringBuilder told = new StringBuilder();
    private long nowNanos;
    private long nextNumber;
    private long answered;
    private long failed;
    private long evicted;

    RandomFlow(String balancer, long seed) {
        chance = new Chance(seed, "flow." + balancer, 0);
        largeLater = chance.below(2) == 0;
        List<ServerSpec> servers = new ArrayList<>();
        for (int server = 0; server < 3; server++) {
            servers.add(spec());
            states.put(server, State.UP);
            running.put(server, new TreeMap<>());
        }
        fleet = new Fleet(servers, MODELS);
        List<PolicySpec> admit =
                chance.below(2) == 0 ? List.of() : List.of(PolicySpec.of("queue-limit", Map.of("length", "3")));
        DispatchSpec.Wait wait = chance.below(2) == 0 ? DispatchSpec.Wait.SERVER : DispatchSpec.Wait.GATEWAY;
        String queue = chance.below(2) == 0 ? "fifo" : "priority";
        Evict evict = chance.below(4) == 0 ? null : new Evict(1, 1 + chance.below(2), chance.below(3), false);
        DispatchSpec spec = new DispatchSpec(
                "x",
                RandomModels.balancing(balancer),
                PolicySpec.of(queue),
                admit,
                wait,
                evict,
                DispatchSpec.Grouping.NONE);
        Dispatcher dispatcher =
                new Dispatcher(fleet, DispatchCatalog.standard().policies(spec), new Chance(seed, "dispatch", 0));
        long timeout = chance.below(2) == 0 ? Nanos.NEVER : 40;
        FlowSpec way = new FlowSpec(chance.below(4), chance.below(4) > 0, chance.below(3), timeout);
        flow = new Flow(fleet, dispatcher, way, this, this);
    }

    private ServerSpec spec() {
        int slots = 1 + chance.below(3);
        int speed = 500 << chance.below(3);
        return new ServerSpec("s", speed, slots, speed * slots, 1 + chance.below(3), 8L << chance.below(3), 1, 0);
    }

    /** Something happens. */
    void step() {
        nowNanos += chance.below(4);
        flow.tick(nowNanos);
        int server = chance.below(fleet.size());
        switch (chance.below(22)) {
            case 0 -> fail(server);
            case 1, 2 -> recover(server);
            case 3 -> leave(server);
            case 4, 5 -> join();
            case 6 -> flow.cancel(nextNumber - chance.below(12), nowNanos);
            case 7 -> attemptFails(server);
            case 8 -> late(server);
            case 9, 10, 11, 15, 16 -> answer(server);
            case 12 -> makesRoom();
            case 13 -> stopped();
            case 14 -> report(server);
            default -> arrive();
        }
        check();
    }

    /** Everything that is down recovers, and all is answered. */
    void finish() {
        for (int server = 0; server < fleet.size(); server++) {
            recover(server);
        }
        boolean more = true;
        while (more) {
            nowNanos++;
            flow.tick(nowNanos);
            more = makesRoom() | stopped();
            for (int server = 0; server < fleet.size(); server++) {
                more |= answer(server);
            }
            check();
        }
        flow.close(nowNanos);
        check();
        assertThat(open).as("requests without an end").isEmpty();
        assertThat(remembered).as("requests never forgotten").isEmpty();
        assertThat(flow.underWay()).isZero();
        for (int server = 0; server < fleet.size(); server++) {
            assertThat(fleet.outstanding(server)).isZero();
            assertThat(fleet.running(server)).isZero();
            assertThat(fleet.backlogNanos(server)).isZero();
            assertThat(fleet.willHave(server, 0)).isEqualTo(fleet.loaded(server, 0));
        }
    }

    private void arrive() {
        List<Stage> stages = new ArrayList<>();
        int count = 1 + chance.below(3);
        for (int stage = 0; stage < count; stage++) {
            long feature = chance.below(2) == 0 ? Stage.NOT_KEPT : chance.below(4);
            stages.add(new Stage(
                    Need.of(chance.below(MODELS.length + 1) - 1, 1 + chance.below(9), chance.below(12)),
                    stage > 0 && chance.below(2) == 0,
                    feature));
        }
        long number = ++nextNumber;
        open.add(number);
        remembered.add(number);
        flow.arrive(new Arrival(number, 0, chance.below(2), Nanos.NEVER, stages), nowNanos);
    }

    private void join() {
        if (fleet.members() < MOST_SERVERS) {
            int server = flow.join(spec());
            assertThat(states.getOrDefault(server, State.GONE)).isEqualTo(State.GONE);
            assertThat(fleet.outstanding(server)).isZero();
            assertThat(fleet.lastSent(server)).isZero();
            states.put(server, State.UP);
            running.put(server, new TreeMap<>());
            flow.fill(server, nowNanos);
        }
    }

    private void leave(int server) {
        if (is(server, State.UP) || is(server, State.DOWN)) {
            states.put(server, State.DRAINING);
            flow.leave(server, nowNanos);
        }
    }

    private void fail(int server) {
        if (is(server, State.UP) || is(server, State.DRAINING)) {
            boolean drains = is(server, State.DRAINING);
            states.put(server, State.DOWN);
            lingering.removeIf(each -> each.server == server);
            for (Request request : running.get(server).values()) {
                stale.add(request);
                if (chance.below(4) == 0) {
                    flow.answering(server, request);
                }
            }
            running.get(server).clear();
            queued.values().removeIf(at -> at == server);
            flow.fail(server, nowNanos);
            assertThat(is(server, State.GONE)).isEqualTo(drains);
        }
    }

    private void recover(int server) {
        if (is(server, State.DOWN)) {
            states.put(server, State.UP);
            flow.recover(server, nowNanos);
        }
    }

    private boolean answer(int server) {
        List<Request> done = new ArrayList<>();
        for (Request request : List.copyOf(running.get(server).values())) {
            if (done.isEmpty() || chance.below(2) == 0) {
                running.get(server).remove(request.id());
                done.add(request);
            }
        }
        if (!done.isEmpty()) {
            flow.answered(server, done, works(done), nowNanos);
        }
        return !done.isEmpty();
    }

    /** The first that was to make room does so, or goes on. */
    private boolean makesRoom() {
        if (asked.isEmpty()) {
            return false;
        }
        Asked first = asked.removeFirst();
        boolean runs = running.get(first.server).containsKey(first.request.id());
        if (runs && chance.below(4) == 0) {
            flow.spared(first.request);
        } else {
            running.get(first.server).remove(first.request.id());
            boolean over = runs && left(first.server, first.request);
            evicted += runs ? 1 : 0;
            flow.evicted(first.server, first.request, chance.below(4) > 0, nowNanos);
            if (over) {
                flow.stopped(first.server, first.request, nowNanos);
            }
        }
        return true;
    }

    /** The first that was given up is over. */
    private boolean stopped() {
        if (lingering.isEmpty()) {
            return false;
        }
        Asked first = lingering.removeFirst();
        flow.stopped(first.server, first.request, nowNanos);
        return true;
    }

    private int lingeringAt(int server) {
        return (int) lingering.stream().filter(each -> each.server == server).count();
    }

    private void report(int server) {
        if (is(server, State.UP)) {
            int there = running.get(server).size() + lingeringAt(server) + chance.below(2);
            flow.reported(server, there, fleet.waiting(server), nowNanos);
        }
    }

    private static long[] works(List<Request> answered) {
        return answered.stream().mapToLong(Request::workNanos).toArray();
    }

    private void attemptFails(int server) {
        if (!running.get(server).isEmpty()) {
            Request request = running.get(server).pollFirstEntry().getValue();
            flow.failed(server, request, nowNanos);
        }
    }

    /** The answer of an attempt that was given up. */
    private void late(int server) {
        if (!stale.isEmpty()) {
            List<Request> late = List.of(stale.removeFirst());
            flow.answered(server, late, works(late), nowNanos);
        }
    }

    private boolean is(int server, State state) {
        return states.get(server) == state;
    }

    private void check() {
        for (int server = 0; server < fleet.size(); server++) {
            int runs = running.get(server).size();
            // What was given up is counted until that is over, or time or a report says so.
            assertThat(fleet.running(server)).isBetween(runs, runs + lingeringAt(server));
            assertThat(runs).isLessThanOrEqualTo(fleet.spec(server).slots());
            assertThat(fleet.waiting(server)).isNotNegative();
            assertThat(fleet.present(server)).isEqualTo(!is(server, State.GONE));
        }
        assertThat(flow.underWay()).isEqualTo(open.size());
    }

    @Override
    public boolean canStart(int server, Request request, long now) {
        return !largeLater || request.memoryBytes() < 10 || running.get(server).isEmpty();
    }

    @Override
    public void queued(int server, Request request) {
        note("queued", server, request.id());
        assertThat(states.get(server)).as("server %d is sent to", server).isEqualTo(State.UP);
        assertThat(fleet.spec(server).memoryBytes()).isGreaterThanOrEqualTo(fleet.needBytes(request));
        queued.put(request.id(), server);
    }

    @Override
    public void start(int server, Attempt attempt, long now) {
        Request request = attempt.request();
        note("start", server, request.id());
        Integer before = queued.remove(request.id());
        if (before == null) {
            assertThat(states.get(server))
                    .as("server %d takes from the gateway", server)
                    .isEqualTo(State.UP);
        } else {
            assertThat(before).isEqualTo(server);
            assertThat(states.get(server)).isIn(State.UP, State.DRAINING);
        }
        assertThat(everStarted.add(request.id())).as("started twice").isTrue();
        assertThat(remembered).contains(attempt.number());
        running.get(server).put(request.id(), request);
    }

    @Override
    public boolean stop(int server, Attempt attempt, long now) {
        note("stop", server, attempt.request().id());
        assertThat(running.get(server).remove(attempt.request().id())).isNotNull();
        return left(server, attempt.request());
    }

    /** What was given up is over at once, or later. */
    private boolean left(int server, Request request) {
        stale.add(request);
        boolean over = chance.below(2) == 0;
        if (!over) {
            lingering.add(new Asked(server, request));
        }
        return over;
    }

    @Override
    public void evict(int server, Attempt attempt, long now) {
        note("evict", server, attempt.request().id());
        assertThat(attempt.request().priority()).isLessThan(1);
        assertThat(running.get(server)).containsKey(attempt.request().id());
        asked.add(new Asked(server, attempt.request()));
    }

    @Override
    public void gone(int server, long now) {
        note("gone", server, 0);
        assertThat(running.get(server)).isEmpty();
        states.put(server, State.GONE);
    }

    @Override
    public void ended(Ended end) {
        told.append(end).append('\n');
        assertThat(open.remove(end.number()))
                .as("request %d ends twice", end.number())
                .isTrue();
        answered += end.outcome() == Outcome.Plain.ANSWERED ? 1 : 0;
        failed += end.outcome() instanceof Outcome.Failed ? 1 : 0;
    }

    @Override
    public void forget(long number) {
        assertThat(open).doesNotContain(number);
        assertThat(remembered.remove(number))
                .as("request %d forgotten twice", number)
                .isTrue();
    }

    private void note(String what, int server, long id) {
        told.append(what).append(' ').append(server).append(' ').append(id).append('\n');
    }

    /** All calls so far. */
    String told() {
        return told.toString();
    }

    long answered() {
        return answered;
    }

    long failed() {
        return failed;
    }

    long evicted() {
        return evicted;
    }

    FlowCounts counts() {
        return flow.counts();
    }
}
