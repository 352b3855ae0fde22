package io.berth.gateway.desk;

import io.berth.core.dispatch.Dispatcher;
import io.berth.core.dispatch.Fleet;
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
import io.berth.core.time.Chance;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntPredicate;

/**
 * The flow of requests, for many threads: one at a time has it, for a few microseconds. What the flow decides is told to calls once it is
 * let go, so that none of them can hold up the others.
 */
public final class Desk {
    /** No request is of a model with a higher number. */
    public static final int MOST_MODELS = 1_024;

    private final ReentrantLock lock = new ReentrantLock();
    private final Flow flow;
    private final Map<Long, Call> calls = new HashMap<>();
    private final Fleet fleet;
    /** What is to be told when the flow is let go; of whoever has it. */
    private List<Runnable> news = new ArrayList<>();

    private long lastNanos = Long.MIN_VALUE;

    /**
     * @param policies what decides, of this desk alone
     * @param seed of what balancers draw
     */
    public Desk(List<ServerSpec> servers, Dispatcher.Policies policies, FlowSpec spec, long seed) {
        fleet = new Fleet(servers, new long[MOST_MODELS]);
        Dispatcher dispatcher = new Dispatcher(fleet, policies, new Chance(seed, "gateway", 0));
        flow = new Flow(fleet, dispatcher, spec, new Told(), new Listener());
    }

    /** A request came, for which {@code call} stands. */
    public void arrive(Arrival arrival, Call call) {
        hold(now -> {
            calls.put(arrival.number(), call);
            flow.arrive(arrival, now);
        });
    }

    /** The same of one that only those servers may have for which {@code may} is true; sent again, it may go to any. */
    public void arrive(Arrival arrival, Call call, IntPredicate may) {
        hold(now -> {
            List<Integer> hidden = new ArrayList<>();
            for (int server = 0; server < fleet.size(); server++) {
                if (fleet.up(server) && !may.test(server)) {
                    fleet.setUp(server, false);
                    hidden.add(server);
                }
            }
            calls.put(arrival.number(), call);
            flow.arrive(arrival, now);
            hidden.forEach(server -> fleet.setUp(server, true));
        });
    }

    /** {@code server} has answered; that was {@code workNanos} of work. */
    public void answered(int server, Request request, long workNanos) {
        hold(now -> flow.answered(server, request, workNanos, now));
    }

    /** The answer has begun to go to the client. */
    public void answering(int server, Request request) {
        hold(_ -> flow.answering(server, request));
    }

    /** {@code request} came to nothing at {@code server}. */
    public void failed(int server, Request request) {
        hold(now -> flow.failed(server, request, now));
    }

    /** The client of a request has left. */
    public void cancel(long number) {
        hold(now -> flow.cancel(number, now));
    }

    /** Ends what has run out of time; somebody calls it now and then. */
    public void tick() {
        hold(flow::tick);
    }

    /** {@code server} takes no more requests for now. */
    public void pause(int server) {
        hold(_ -> flow.pause(server));
    }

    /** {@code server} takes requests again. */
    public void resume(int server) {
        hold(now -> flow.recover(server, now));
    }

    /** What {@code server} says of itself. */
    public void reported(int server, int running, int waiting) {
        hold(now -> flow.reported(server, running, waiting, now));
    }

    /** How many requests have come and not ended. */
    public int underWay() {
        return look(_ -> flow.underWay());
    }

    /** {@code server} has those models, and no others, for which {@code has} is true. */
    public void models(int server, IntPredicate has) {
        hold(_ -> {
            for (int model = 0; model < MOST_MODELS; model++) {
                fleet.setLoaded(server, model, has.test(model));
            }
        });
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

    /** A thing to do with the flow, at a moment of its time. */
    private interface Turn {
        void take(long nowNanos);
    }

    private void hold(Turn turn) {
        List<Runnable> told;
        lock.lock();
        try {
            lastNanos = Math.max(lastNanos, System.nanoTime());
            turn.take(lastNanos);
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
        Call call = calls.get(number);
        if (call != null) {
            news.add(() -> what.accept(call));
        }
    }

    /** The servers as the flow sees them: real ones, whose slots are theirs to give. */
    private final class Told implements Servers {
        @Override
        public boolean canStart(int server, Request request, long nowNanos) {
            return true;
        }

        @Override
        public void start(int server, Attempt attempt, long nowNanos) {
            Request request = attempt.request();
            tell(attempt.number(), call -> call.go(server, request));
        }

        @Override
        public void stop(int server, Attempt attempt, long nowNanos) {
            Request request = attempt.request();
            tell(attempt.number(), call -> call.leave(request));
        }
    }

    private final class Listener implements Clients {
        @Override
        public void ended(Ended end) {
            if (end.outcome() != Outcome.Plain.ANSWERED && end.outcome() != Outcome.Plain.CANCELLED) {
                tell(end.number(), call -> call.ended(end.outcome()));
            }
        }

        @Override
        public void forget(long number) {
            calls.remove(number);
        }
    }
}
