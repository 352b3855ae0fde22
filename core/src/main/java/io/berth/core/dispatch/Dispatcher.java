package io.berth.core.dispatch;

import io.berth.core.time.Chance;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What happens to requests from their arrival until a slot is theirs, in one event loop:
 *
 * <pre>
 * offer ──▶ pick a server ──▶ admission ──▶ its queue (or the gateway's) ──▶ take, when the server has a slot ──▶ ended
 * </pre>
 *
 * <p>Whoever serves calls {@link #take} as long as a server has a slot, and {@link #ended} for each request that left one:
 * {@code flow.Flow}, which knows the stages of requests, does.
 */
public final class Dispatcher {
    /** Weight of the latest request in the pace of a server: about the last ten count. */
    private static final int PACE_SHARE = 10;

    private final Fleet fleet;
    private final Balancer balancer;
    private final List<Admission> admissions = new ArrayList<>();
    private final QueueOrder order;
    private final boolean atGateway;
    private final Chance chance;
    /** What was sent to each server and has no slot yet. */
    private final List<RequestQueue> queues = new ArrayList<>();
    /** What waits at the gateway. */
    private final HeldRequests held;

    private final List<Verdict> sent = new ArrayList<>();
    private final Verdict[] refused;
    private boolean[] paced = {};
    private final @Nullable Evict evict;
    private boolean serversNeeded;
    private long turns;

    /**
     * What decides for one dispatcher alone.
     *
     * @param waiting where requests wait for a slot
     * @param evict which requests are ended for more urgent ones; null for none
     */
    public record Policies(
            Balancer balancer,
            QueueOrder queue,
            List<Admission> admit,
            DispatchSpec.Wait waiting,
            @Nullable Evict evict) {
        /** Those that end no request for another. */
        public Policies(Balancer balancer, QueueOrder queue, List<Admission> admit, DispatchSpec.Wait waiting) {
            this(balancer, queue, admit, waiting, null);
        }

        /** The same with {@code other} in place of its balancer. */
        public Policies with(Balancer other) {
            return new Policies(other, queue, admit, waiting, evict);
        }

        public Policies {
            admit = List.copyOf(admit);
        }
    }

    /** @param chance for balancers that draw; of this dispatcher alone */
    public Dispatcher(Fleet fleet, Policies policies, Chance chance) {
        this.fleet = fleet;
        this.chance = chance;
        this.balancer = policies.balancer();
        this.atGateway = policies.waiting() == DispatchSpec.Wait.GATEWAY;
        this.evict = policies.evict();
        for (Admission admission : policies.admit()) {
            admission.begin(fleet);
            admissions.add(admission);
        }
        order = policies.queue();
        held = new HeldRequests(fleet, order);
        grow();
        refused = new Verdict[Refusal.values().length];
        Arrays.setAll(refused, reason -> new Verdict.Refused(Refusal.values()[reason]));
        if (atGateway) {
            fleet.limitToSlots();
        }
        balancer.begin(fleet);
    }

    /** No request waits at the gateway for a server that is not there: it is turned away. */
    public void needServers() {
        serversNeeded = true;
    }

    /**
     * A request came.
     *
     * @param promised whether it was told to come now, so that no admission turns it away
     */
    public Verdict offer(Request request, boolean promised, long nowNanos) {
        int server = pick(request, nowNanos);
        Refusal nowhere = nowhere(request, server);
        if (nowhere != null) {
            return refused[nowhere.ordinal()];
        }
        Verdict refusal = promised || request.need().letIn() ? null : refusal(request, server, nowNanos);
        if (refusal != null) {
            return refusal;
        }
        for (int i = 0; i < admissions.size(); i++) {
            admissions.get(i).admitted(request, nowNanos);
        }
        return accept(request, server, nowNanos);
    }

    /**
     * A request that was admitted before needs a server again: no admission is asked. It goes to another server than {@code not}
     * where there is another.
     *
     * @param not where it failed; {@link Fleet#NONE} for nowhere
     */
    public Verdict again(Request request, int not, long nowNanos) {
        int server = pickOther(request, not, nowNanos);
        if (server == Fleet.NONE && not != Fleet.NONE) {
            server = pick(request, nowNanos);
        }
        Refusal refusal = nowhere(request, server);
        return refusal == null ? accept(request, server, nowNanos) : refused[refusal.ordinal()];
    }

    /** {@code request}, which had a slot and gave it to another, waits for the next: before all that are as urgent. */
    public Verdict yielded(Request request, long nowNanos) {
        Refusal refusal = nowhere(request, Fleet.NONE);
        if (refusal != null) {
            return refused[refusal.ordinal()];
        }
        held.addFirst(request, -turns++);
        fleet.setHeld(held.size());
        int server = pick(request, nowNanos);
        return server != Fleet.NONE ? new Verdict.Held(server) : Verdict.Held.UNTIL_LATER;
    }

    /** A pick; where only servers that are tried could have the request, one of these, however much it has. */
    private int pick(Request request, long nowNanos) {
        int server = pickServing(request, nowNanos);
        if (server == Fleet.NONE && fleet.onlyTried(request)) {
            fleet.liftTrials(true);
            server = pickServing(request, nowNanos);
            fleet.liftTrials(false);
        }
        return server;
    }

    /** A pick; where the balancer looks at loads alone, of those that have the model the one with the lowest. */
    private int pickServing(Request request, long nowNanos) {
        Need.Part part = request.need().part();
        int meant = part == null || part.server() >= fleet.size() ? Fleet.NONE : part.server();
        if (meant != Fleet.NONE && fleet.takes(meant, request) && fleet.free(meant)) {
            return meant;
        }
        int picked = balancer.pick(request, fleet, nowNanos, chance);
        if (picked == Fleet.NONE || fleet.serves(picked, request)) {
            return picked;
        }
        int best = Fleet.NONE;
        for (int server = 0; server < fleet.size(); server++) {
            boolean may = fleet.takes(server, request) && fleet.free(server);
            if (may && (best == Fleet.NONE || fleet.loadNanos(server) < fleet.loadNanos(best))) {
                best = server;
            }
        }
        return best;
    }

    /** A pick while {@code not} seems to be down. */
    private int pickOther(Request request, int not, long nowNanos) {
        boolean hidden = not != Fleet.NONE && fleet.up(not);
        if (hidden) {
            fleet.setUp(not, false);
        }
        int server = pick(request, nowNanos);
        if (hidden) {
            fleet.setUp(not, true);
        }
        return server;
    }

    private Verdict accept(Request request, int server, long nowNanos) {
        if (server == Fleet.NONE || held.size() > 0) {
            held.add(request, turns++);
            fleet.setHeld(held.size());
            return server != Fleet.NONE ? new Verdict.Held(server) : Verdict.Held.UNTIL_LATER;
        }
        sent(server, request, nowNanos);
        queues.get(server).add(request, turns++);
        return sent.get(server);
    }

    /** The request that goes next on a free slot of {@code server}; null for none. */
    public @Nullable Request peek(int server, long nowNanos) {
        RequestQueue queue = queues.get(server);
        if (queue.size() > 0) {
            return queue.peek();
        }
        return held.size() == 0 || !fleet.open(server)
                ? null
                : held.first(server, (request, ahead) -> balancer.suits(server, request, ahead, nowNanos));
    }

    /** Which requests are ended for more urgent ones; null for none. */
    public @Nullable Evict evict() {
        return evict;
    }

    /** The first {@code most} of those that wait at the gateway, in the order of its queue. */
    public List<Request> firstHeld(int most) {
        return held.first(most);
    }

    /** Whether {@code request}, which waits at the gateway behind {@code ahead} others, would take a slot that {@code server} freed. */
    public boolean wouldTake(int server, Request request, int ahead, long nowNanos) {
        fleet.presume(server, -1);
        boolean takes = fleet.takes(server, request) && balancer.suits(server, request, ahead, nowNanos);
        fleet.presume(server, 1);
        return takes;
    }

    /** Gives a slot of {@code server} to {@code request}, which {@link #peek} shows. */
    public void take(int server, Request request, long nowNanos) {
        RequestQueue queue = queues.get(server);
        if (queue.size() > 0) {
            order.taken(request, queue.firstKey());
            queue.remove();
        } else {
            order.taken(request, held.firstKey());
            held.remove(request);
            fleet.setHeld(held.size());
            sent(server, request, nowNanos);
        }
        fleet.started(server);
    }

    /**
     * {@code request} has left its slot of {@code server}.
     *
     * @param serviceNanos how long it had the slot
     * @param workNanos the work that it turned out to be; {@link Balancer#NO_ANSWER} where that says nothing of the server's pace
     */
    public void ended(int server, Request request, long serviceNanos, long workNanos, long nowNanos) {
        if (workNanos == Balancer.NO_ANSWER) {
            broken(server, request, nowNanos);
            return;
        }
        long pace = fleet.paceNanos(server);
        fleet.setPace(server, paced[server] ? pace + (serviceNanos - pace) / PACE_SHARE : serviceNanos);
        paced[server] = true;
        fleet.finished(server, request);
        balancer.left(server, request, workNanos, nowNanos);
        left(request, workNanos, nowNanos);
    }

    /** {@code request} has left its slot of {@code server} without an answer: it says nothing of the server's pace. */
    public void broken(int server, Request request, long nowNanos) {
        fleet.finished(server, request);
        balancer.left(server, request, Balancer.NO_ANSWER, nowNanos);
        left(request, Balancer.NO_ANSWER, nowNanos);
    }

    /**
     * {@code request}, which waits, does not any more. It costs a look at each that waits there.
     *
     * @param server where it waits; {@link Fleet#NONE} for the gateway
     */
    public void withdraw(int server, Request request, long nowNanos) {
        if (server == Fleet.NONE) {
            held.remove(request);
            fleet.setHeld(held.size());
            left(request, Balancer.NO_ANSWER, nowNanos);
            return;
        }
        queues.get(server).remove(request);
        withdrawn(server, request, nowNanos);
    }

    /** Nothing waits at {@code server} any more; returns what did, in the order in which it would have been served. */
    public List<Request> empty(int server, long nowNanos) {
        List<Request> waited = new ArrayList<>();
        RequestQueue queue = queues.get(server);
        while (queue.size() > 0) {
            Request request = queue.remove();
            withdrawn(server, request, nowNanos);
            waited.add(request);
        }
        return waited;
    }

    /**
     * A further server, which takes requests from now on.
     *
     * @return its number, that of one that has left where there is one
     */
    public int join(ServerSpec spec) {
        int server = fleet.join(spec);
        grow();
        paced[server] = false;
        balancer.joined(server);
        reshape();
        return server;
    }

    /**
     * {@code server}, at which there must be no request, is no more.
     *
     * @return what waited at the gateway and is too large for all that are left
     */
    public List<Request> leave(int server) {
        fleet.leave(server);
        return reshape();
    }

    /** What waits at the gateway, needs a server ({@link #needServers}) and has none that could take it does not wait any more. */
    public List<Request> takeHopeless(long nowNanos) {
        List<Request> hopeless = serversNeeded ? held.takeUnless(this::anyWillTake) : List.of();
        fleet.setHeld(held.size());
        hopeless.forEach(request -> left(request, Balancer.NO_ANSWER, nowNanos));
        return hopeless;
    }

    /** How many requests wait at the gateway. */
    public int waitingAtGateway() {
        return held.size();
    }

    /** What {@code server} says of itself: see {@link Balancer#reported}. */
    public void reported(int server, int running, int waiting, long nowNanos) {
        balancer.reported(server, running, waiting, nowNanos);
    }

    /** How much of what {@code server} said of itself still counts: see {@link Balancer#faded}. */
    public void faded(int server, double share) {
        balancer.faded(server, share);
    }

    /** Other gateways have {@code requests} at {@code server}, of {@code workNanos} together at speed 1. */
    public void elsewhere(int server, int requests, long workNanos) {
        fleet.setElsewhere(server, requests, workNanos);
    }

    /** So many gateways are before the servers, this one among them. */
    public void gateways(int count) {
        fleet.setGateways(count);
    }

    /** {@code server} is otherwise than was declared. */
    public void redeclare(int server, ServerSpec spec) {
        fleet.redeclare(server, spec);
        reshape();
    }

    private void sent(int server, Request request, long nowNanos) {
        fleet.sent(server, request);
        balancer.sent(server, request, nowNanos);
    }

    private void withdrawn(int server, Request request, long nowNanos) {
        fleet.withdrawn(server, request);
        balancer.left(server, request, Balancer.NO_ANSWER, nowNanos);
        left(request, Balancer.NO_ANSWER, nowNanos);
    }

    private void left(Request request, long workNanos, long nowNanos) {
        boolean answered = workNanos != Balancer.NO_ANSWER;
        order.left(request, answered ? workNanos : 0);
        for (int i = 0; i < admissions.size(); i++) {
            admissions.get(i).left(request, answered, nowNanos);
        }
    }

    /** Requests of {@code tenant} go to servers that are {@code allowed} alone, by number; null for any. */
    public void confine(int tenant, @Nullable BitSet allowed) {
        fleet.confine(tenant, allowed);
        reshape();
    }

    /** See {@link QueueOrder#weigh}. */
    public void weigh(int tenant, double weight) {
        order.weigh(tenant, weight);
    }

    private void grow() {
        while (queues.size() < fleet.size()) {
            sent.add(new Verdict.Sent(queues.size()));
            queues.add(new RequestQueue(order));
        }
        paced = Arrays.copyOf(paced, fleet.size());
    }

    private List<Request> reshape() {
        List<Request> left = held.reshape();
        fleet.setHeld(held.size());
        return left;
    }

    /** Why no server can have it and it cannot wait at the gateway; null where that is not so. */
    private @Nullable Refusal nowhere(Request request, int server) {
        if (server != Fleet.NONE) {
            return null;
        }
        if (fleet.members() == 0) {
            return Refusal.NO_SERVER;
        }
        if (fleet.firstRank(request) == fleet.members()) {
            return Refusal.TOO_LARGE;
        }
        if (atGateway && (!serversNeeded || anyWillTake(request))) {
            return null;
        }
        return anyOpen(request) ? Refusal.QUEUE_FULL : Refusal.NO_SERVER;
    }

    private boolean anyWillTake(Request request) {
        for (int server = 0; server < fleet.size(); server++) {
            if (fleet.willTake(server, request)) {
                return true;
            }
        }
        return false;
    }

    private @Nullable Verdict refusal(Request request, int server, long nowNanos) {
        int waiting = server == Fleet.NONE ? held.size() : fleet.beyondSlots(server);
        for (int i = 0; i < admissions.size(); i++) {
            Refusal refusal = admissions.get(i).refuse(request, fleet, server, waiting, nowNanos);
            if (refusal != null) {
                Again again = admissions.get(i).again(request, fleet, server, nowNanos);
                return again.equals(Again.UNKNOWN) ? refused[refusal.ordinal()] : new Verdict.Refused(refusal, again);
            }
        }
        return null;
    }

    private boolean anyOpen(Request request) {
        for (int rank = fleet.firstRank(request); rank < fleet.members(); rank++) {
            if (fleet.takes(fleet.byMemory(rank), request)) {
                return true;
            }
        }
        return false;
    }
}
