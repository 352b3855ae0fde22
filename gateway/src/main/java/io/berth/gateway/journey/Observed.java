package io.berth.gateway.journey;

import io.berth.core.dispatch.Balancer;
import io.berth.core.dispatch.Candidate;
import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.Request;
import io.berth.core.time.Chance;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/** A balancer, and beside it why it picked what it did and when servers last said something. Of whoever has the flow. */
public final class Observed implements Balancer {
    /** Servers that were not picked and are named. */
    private static final int MOST_OTHERS = 3;

    private static final long NEVER = Long.MIN_VALUE;
    /** One of so many requests is looked at though nobody asks. */
    private static final int ONE_OF = 16;

    private static final int MOST_ASKING = 4_096;

    private final Balancer balancer;
    private final boolean keeps;
    private final IntUnaryOperator numbers;
    private Consumer<Throwable> trouble = _ -> {};
    private @Nullable Fleet fleet;
    private final Map<Long, Decision> decisions = new HashMap<>();
    /** Requests that are not sent yet of which somebody asks, those that came first ahead. */
    private final LinkedHashSet<Long> asking = new LinkedHashSet<>();

    private final Candidate candidate = new Candidate();
    /** Of a request that was picked for and is not sent yet. */
    private @Nullable Decision pending;

    private long pendingId;
    private boolean full;
    private long[] reportedNanos = {};
    private long[] answeredNanos = {};
    private int[] running = {};
    private int[] waiting = {};

    /**
     * @param keeps whether anybody asks for decisions
     * @param numbers by which others know the servers of the fleet
     */
    public Observed(Balancer balancer, boolean keeps, IntUnaryOperator numbers) {
        this.balancer = balancer;
        this.keeps = keeps;
        this.numbers = numbers;
    }

    /** Whether what is picked from now on is compared with all that it could have been. */
    public void explainAll(boolean all) {
        full = all;
    }

    /** Why {@code request}, which is at {@code server}, went there; null where that is not known. */
    public @Nullable Decision decision(Request request, int server) {
        Decision decision = keeps ? decisions.get(request.id()) : null;
        return decision == null || decision.chosen().server() != numbers.applyAsInt(server) ? null : decision;
    }

    /** Requests that {@code server} runs as it said last; -1 where it never did. */
    public int running(int server) {
        return server < running.length && reportedNanos[server] != NEVER ? running[server] : -1;
    }

    /** Requests that wait there as it said last; -1 where it never did. */
    public int waiting(int server) {
        return server < waiting.length && reportedNanos[server] != NEVER ? waiting[server] : -1;
    }

    /** {@code heard} is told of what a balancer does wrong: the requests go on without it. */
    public void onTrouble(Consumer<Throwable> heard) {
        trouble = heard;
    }

    @Override
    public int pick(Request request, Fleet fleet, long nowNanos, Chance chance) {
        int server = picked(request, fleet, nowNanos, chance);
        if (full && keeps) {
            ask(request.id());
        }
        if (server != Fleet.NONE && noted(request)) {
            pending = decide(server, request, fleet, nowNanos);
            pendingId = request.id();
        }
        return server;
    }

    /** Where the balancer fails, the server with the fewest requests. */
    private int picked(Request request, Fleet fleet, long nowNanos, Chance chance) {
        try {
            return balancer.pick(request, fleet, nowNanos, chance);
        } catch (RuntimeException e) {
            trouble.accept(e);
        }
        int fewest = Fleet.NONE;
        for (int server = 0; server < fleet.size(); server++) {
            boolean fewer = fewest == Fleet.NONE || fleet.outstanding(server) < fleet.outstanding(fewest);
            fewest = fewer && fleet.takes(server, request) ? server : fewest;
        }
        return fewest;
    }

    private boolean suited(int server, Request request, int ahead, long nowNanos) {
        try {
            return balancer.suits(server, request, ahead, nowNanos);
        } catch (RuntimeException e) {
            trouble.accept(e);
            return true;
        }
    }

    private void tell(Runnable telling) {
        try {
            telling.run();
        } catch (RuntimeException e) {
            trouble.accept(e);
        }
    }

    /** Those that left before they were sent anywhere are forgotten after others. */
    private void ask(long id) {
        asking.add(id);
        if (asking.size() > MOST_ASKING) {
            asking.removeFirst();
        }
    }

    /** Whether it is kept why {@code request} goes where it goes: where somebody asks, and else of some, for the figures. */
    private boolean noted(Request request) {
        return keeps && (full || request.id() % ONE_OF == 0);
    }

    @Override
    public boolean suits(int server, Request request, int ahead, long nowNanos) {
        boolean takes = suited(server, request, ahead, nowNanos);
        full = !asking.isEmpty() && asking.contains(request.id());
        if (takes && fleet != null && noted(request)) {
            pending = decide(server, request, fleet, nowNanos);
            pendingId = request.id();
        }
        return takes;
    }

    @Override
    public void faded(int server, double share) {
        tell(() -> balancer.faded(server, share));
    }

    @Override
    public void explain(int server, Request request, Fleet fleet, long nowNanos, Candidate into) {
        balancer.explain(server, request, fleet, nowNanos, into);
    }

    @Override
    public void begin(Fleet begun) {
        fleet = begun;
        grow(begun.size() - 1);
        balancer.begin(begun);
    }

    @Override
    public void sent(int server, Request request, long nowNanos) {
        if (pending != null && pendingId == request.id()) {
            decisions.put(pendingId, pending);
        }
        pending = null;
        if (!asking.isEmpty()) {
            asking.remove(request.id());
        }
        tell(() -> balancer.sent(server, request, nowNanos));
    }

    @Override
    public void left(int server, Request request, long workNanos, long nowNanos) {
        Decision decision = keeps ? decisions.remove(request.id()) : null;
        if (workNanos == NO_ANSWER) {
            // What was explained is explained again, where it goes elsewhere now.
            full = decision != null && decision.candidates() > 0;
        } else {
            grow(server);
            answeredNanos[server] = nowNanos;
        }
        tell(() -> balancer.left(server, request, workNanos, nowNanos));
    }

    @Override
    public void reported(int server, int nowRunning, int nowWaiting, long nowNanos) {
        grow(server);
        reportedNanos[server] = nowNanos;
        running[server] = nowRunning;
        waiting[server] = nowWaiting;
        tell(() -> balancer.reported(server, nowRunning, nowWaiting, nowNanos));
    }

    @Override
    public void joined(int server) {
        grow(server);
        reportedNanos[server] = NEVER;
        answeredNanos[server] = NEVER;
        tell(() -> balancer.joined(server));
    }

    private Decision decide(int picked, Request request, Fleet fleet, long nowNanos) {
        Decision.Option chosen = option(picked, request, fleet, nowNanos);
        Candidate.Measure measure = candidate.measure();
        if (!full) {
            return new Decision(measure, chosen, List.of(), 0);
        }
        List<Decision.Option> others = new ArrayList<>(MOST_OTHERS + 1);
        int candidates = 0;
        for (int server = 0; server < fleet.size(); server++) {
            if (!fleet.willTake(server, request)) {
                continue;
            }
            candidates++;
            if (server != picked) {
                insert(others, option(server, request, fleet, nowNanos));
            }
        }
        return new Decision(measure, chosen, others, candidates);
    }

    private static void insert(List<Decision.Option> best, Decision.Option other) {
        int at = best.size();
        while (at > 0 && best.get(at - 1).cost() > other.cost()) {
            at--;
        }
        if (at < MOST_OTHERS) {
            best.add(at, other);
        }
        if (best.size() > MOST_OTHERS) {
            best.removeLast();
        }
    }

    private Decision.Option option(int server, Request request, Fleet fleet, long nowNanos) {
        balancer.explain(server, request, fleet, nowNanos, candidate);
        return new Decision.Option(
                numbers.applyAsInt(server),
                candidate.cost(),
                candidate.expectedNanos(),
                candidate.heldBlocks(),
                age(reportedNanos, server, nowNanos),
                age(answeredNanos, server, nowNanos));
    }

    private static long age(long[] since, int server, long nowNanos) {
        return server >= since.length || since[server] == NEVER
                ? Decision.NEVER
                : Math.max(0, nowNanos - since[server]);
    }

    private void grow(int server) {
        int old = running.length;
        if (server >= old) {
            int size = Math.max(server + 1, 2 * old);
            running = Arrays.copyOf(running, size);
            waiting = Arrays.copyOf(waiting, size);
            reportedNanos = Arrays.copyOf(reportedNanos, size);
            answeredNanos = Arrays.copyOf(answeredNanos, size);
            Arrays.fill(reportedNanos, old, size, NEVER);
            Arrays.fill(answeredNanos, old, size, NEVER);
        }
    }
}
