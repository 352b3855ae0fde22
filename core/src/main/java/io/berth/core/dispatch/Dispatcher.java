package io.berth.core.dispatch;

import io.berth.core.time.Chance;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What happens to requests from their arrival until a slot is theirs, in one event loop:
 *
 * <pre>
 * offer ──▶ pick a server ──▶ admission ──▶ its queue (or the gateway's) ──▶ take, when the server has a slot ──▶ ended
 * </pre>
 *
 * <p>Whoever serves (virtual servers, or connections to real ones) calls {@link #take} as long as a server has a slot, and
 * {@link #ended} for each request that left one.
 */
public final class Dispatcher {
    /** Weight of the latest request in the pace of a server: about the last ten count. */
    private static final int PACE_SHARE = 10;

    private final Fleet fleet;
    private final Balancer balancer;
    private final List<Admission> admissions = new ArrayList<>();
    private final boolean atGateway;
    private final Chance chance;
    /** What was sent to each server and has no slot yet. */
    private final RequestQueue[] queues;
    /** What waits at the gateway, by size of memory, so that a large request holds up no server that is too small for it. */
    private final RequestQueue[] held;

    private final Verdict[] sent;
    private final Verdict[] refused;
    private final boolean[] paced;
    private long turns;
    private int waitingHere;

    /**
     * What decides for one dispatcher alone.
     *
     * @param waiting where requests wait for a slot
     */
    public record Policies(Balancer balancer, QueueOrder queue, List<Admission> admit, DispatchSpec.Wait waiting) {
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
        for (Admission admission : policies.admit()) {
            admission.begin(fleet);
            admissions.add(admission);
        }
        QueueOrder order = policies.queue();
        queues = new RequestQueue[fleet.size()];
        Arrays.setAll(queues, _ -> new RequestQueue(order));
        held = new RequestQueue[fleet.memorySizes()];
        Arrays.setAll(held, _ -> new RequestQueue(order));
        sent = new Verdict[fleet.size()];
        Arrays.setAll(sent, Verdict.Sent::new);
        refused = new Verdict[Refusal.values().length];
        Arrays.setAll(refused, reason -> new Verdict.Refused(Refusal.values()[reason]));
        paced = new boolean[fleet.size()];
        if (atGateway) {
            fleet.limitToSlots();
        }
        balancer.begin(fleet);
    }

    /** A request came. */
    public Verdict offer(Request request, long nowNanos) {
        int server = balancer.pick(request, fleet, nowNanos, chance);
        Refusal refusal = refusal(request, server, nowNanos);
        if (refusal != null) {
            return refused[refusal.ordinal()];
        }
        for (int i = 0; i < admissions.size(); i++) {
            admissions.get(i).admitted(request, nowNanos);
        }
        if (server == Fleet.NONE) {
            held[fleet.memorySize(fleet.byMemory(fleet.firstRank(request)))].add(request, turns++);
            waitingHere++;
            return Verdict.Held.HELD;
        }
        fleet.sent(server, request);
        queues[server].add(request, turns++);
        return sent[server];
    }

    /** The request that goes next on a free slot of {@code server}; null for none. */
    public @Nullable Request peek(int server) {
        RequestQueue queue = next(server);
        return queue == null ? null : queue.peek();
    }

    /** Gives a slot of {@code server} to the request that {@link #peek} shows; there must be one. */
    public Request take(int server) {
        RequestQueue queue = next(server);
        if (queue == null) {
            throw new IllegalStateException("No request waits for server " + server + ".");
        }
        Request request = queue.remove();
        if (queue != queues[server]) {
            waitingHere--;
            fleet.sent(server, request);
        }
        fleet.started(server);
        return request;
    }

    /**
     * {@code request} has left its slot of {@code server}.
     *
     * @param serviceNanos how long it had the slot
     */
    public void ended(int server, Request request, long serviceNanos) {
        long pace = fleet.paceNanos(server);
        fleet.setPace(server, paced[server] ? pace + (serviceNanos - pace) / PACE_SHARE : serviceNanos);
        paced[server] = true;
        fleet.finished(server, request);
    }

    /** How many requests wait at the gateway. */
    public int waitingAtGateway() {
        return waitingHere;
    }

    private @Nullable RequestQueue next(int server) {
        if (queues[server].size() > 0) {
            return queues[server];
        }
        if (waitingHere == 0 || !fleet.open(server)) {
            return null;
        }
        RequestQueue first = null;
        for (int size = 0; size <= fleet.memorySize(server); size++) {
            if (held[size].size() > 0 && (first == null || held[size].before(first))) {
                first = held[size];
            }
        }
        return first;
    }

    private @Nullable Refusal refusal(Request request, int server, long nowNanos) {
        if (server == Fleet.NONE) {
            if (fleet.firstRank(request) == fleet.size()) {
                return Refusal.TOO_LARGE;
            }
            if (!atGateway) {
                return anyOpen(request) ? Refusal.QUEUE_FULL : Refusal.NO_SERVER;
            }
        }
        int waiting = server == Fleet.NONE ? waitingHere : fleet.beyondSlots(server);
        for (int i = 0; i < admissions.size(); i++) {
            Refusal refusal = admissions.get(i).refuse(request, fleet, server, waiting, nowNanos);
            if (refusal != null) {
                return refusal;
            }
        }
        return null;
    }

    private boolean anyOpen(Request request) {
        for (int rank = fleet.firstRank(request); rank < fleet.size(); rank++) {
            if (fleet.open(fleet.byMemory(rank))) {
                return true;
            }
        }
        return false;
    }
}
