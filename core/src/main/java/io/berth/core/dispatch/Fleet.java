package io.berth.core.dispatch;

import io.berth.core.dispatch.gpu.GpuLoads;
import io.berth.core.time.Nanos;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All model servers as balancers see them: one row of primitives per server, by number. What a request adds to a server is
 * counted here when it is sent, not when the server reports it, so that no two picks see the same idle server.
 *
 * <p>Servers join, drain and leave; numbers of those that left are given again, so that rows stay dense. What is kept by rank
 * or number follows from {@link FleetWatcher#reshaped}; that costs a look at every server, which no request does.
 *
 * <p>A server <i>can hold</i> a request where its memory, were it empty, has room for the request and its model; it is
 * <i>open</i> where it is up, does not drain and, in a fleet whose requests wait at the gateway, has a slot left. Balancers pick only among
 * open servers that can hold the request; those that look at load leave out the ones whose queue is full, too. A balancer that
 * does not look is turned away there.
 */
public final class Fleet {
    /** In place of a server where there is none. */
    public static final int NONE = -1;

    private static final long MILLI = 1000;

    private final List<ServerSpec> specs = new ArrayList<>();
    private final long[] modelBytes;
    private final ModelRows models;
    private final DeclaredRows declared = new DeclaredRows();
    private final Watchers watchers = new Watchers();
    private final Confinement confinement = new Confinement();
    private final Elsewhere elsewhere = new Elsewhere();
    private final GpuLoads gpus = new GpuLoads();
    private MemoryRanks ranks = new MemoryRanks(new boolean[0], new long[0]);
    private int[] outstanding = {};
    private int[] running = {};
    private int[] limit = {};
    private int[] room = {};
    /** How many requests each may have while others could have them. */
    private int[] trial = {};

    private long[] backlogNanos = {};
    /** The backlog over the capacity, kept because a pick may ask for it of every server. */
    private long[] drainNanos = {};

    private long[] paceNanos = {};
    private long[] freeBytes = {};
    private long[] lastSent = {};
    private boolean[] present = {};
    private boolean[] up = {};
    private boolean[] draining = {};
    private long sends;
    /** How many requests may wait at a server. */
    private int queueLength = Integer.MAX_VALUE;

    private boolean onlySlots;
    private int held;
    private int total;
    /** Trials count for nothing for now. */
    private boolean lifted;

    private long version;

    /** @param modelBytes the GPU memory of each model, by its number */
    public Fleet(List<ServerSpec> servers, long[] modelBytes) {
        this.modelBytes = modelBytes.clone();
        models = new ModelRows(modelBytes.length);
        grow(servers.size());
        for (int server = 0; server < servers.size(); server++) {
            specs.add(servers.get(server));
            declare(server);
        }
        ranks = new MemoryRanks(present, declared.memoryBytes);
    }

    private void grow(int size) {
        declared.grow(size);
        elsewhere.grow(size);
        gpus.grow(size);
        outstanding = Arrays.copyOf(outstanding, size);
        running = Arrays.copyOf(running, size);
        limit = Arrays.copyOf(limit, size);
        room = Arrays.copyOf(room, size);
        trial = Arrays.copyOf(trial, size);
        backlogNanos = Arrays.copyOf(backlogNanos, size);
        drainNanos = Arrays.copyOf(drainNanos, size);
        paceNanos = Arrays.copyOf(paceNanos, size);
        freeBytes = Arrays.copyOf(freeBytes, size);
        lastSent = Arrays.copyOf(lastSent, size);
        models.grow(size);
        present = Arrays.copyOf(present, size);
        up = Arrays.copyOf(up, size);
        draining = Arrays.copyOf(draining, size);
    }

    /** Begins the row of {@code server} as its spec says, with nothing on it and nothing measured. */
    private void declare(int server) {
        ServerSpec spec = specs.get(server);
        declared.set(server, spec);
        freeBytes[server] = spec.memoryBytes();
        // Until it is measured, a request is taken for one second of work: only the ratios of the speeds matter.
        paceNanos[server] = Nanos.SECOND * MILLI / spec.speedMilli();
        lastSent[server] = 0;
        models.clear(server);
        elsewhere.set(server, 0, 0);
        gpus.clear(server);
        limit[server] = onlySlots ? spec.slots() : Integer.MAX_VALUE;
        room[server] = roomOf(server);
        trial[server] = Integer.MAX_VALUE;
        present[server] = true;
        up[server] = true;
        draining[server] = false;
    }

    /** The bound of the numbers of servers; one below it may have left. */
    public int size() {
        return specs.size();
    }

    /** How many servers there are, and so how many ranks by memory. */
    public int members() {
        return ranks.count();
    }

    /** Whether there is a server of that number. */
    public boolean present(int server) {
        return present[server];
    }

    /** What was declared of {@code server}. */
    public ServerSpec spec(int server) {
        return specs.get(server);
    }

    /** Whether requests may be sent to it now. */
    public boolean open(int server) {
        return up[server]
                && !draining[server]
                && fits(server, limit[server])
                && (outstanding[server] < trial[server] || lifted);
    }

    /** Open, and with room in its queue or a slot. */
    public boolean free(int server) {
        return open(server) && fits(server, room[server]);
    }

    /**
     * Whether {@code server} has less than {@code most} requests, those of other gateways with them; where several gateways are before it,
     * also where this one has less than its part of {@code most}.
     */
    public boolean fits(int server, double most) {
        return crowd(server) < most || hasPart(server, most);
    }

    /** Whether this gateway has less than its part of {@code most} requests at {@code server}: all of it, where it is the only one. */
    public boolean hasPart(int server, double most) {
        return outstanding[server] < elsewhere.part(most);
    }

    /** Open, large enough for {@code request}, and with its model or able to load it. */
    public boolean takes(int server, Request request) {
        return open(server) && declared.memoryBytes[server] >= needBytes(request) && serves(server, request);
    }

    /** {@link #takes Takes} {@code request}, now or once a slot is free. */
    public boolean willTake(int server, Request request) {
        return up[server]
                && !draining[server]
                && declared.memoryBytes[server] >= needBytes(request)
                && serves(server, request);
    }

    /** Whether requests wait at the gateway, and not at the servers. */
    public boolean holds() {
        return onlySlots;
    }

    /** How many requests wait at the gateway. */
    public int held() {
        return held;
    }

    /** So many requests wait at the gateway. */
    void setHeld(int requests) {
        held = requests;
    }

    /**
     * Whether it has, or could load, the model of {@code request}, and its tenant and the request itself may go there: a server whose load
     * takes for ever has the models that it has.
     */
    public boolean serves(int server, Request request) {
        return (declared.loadTimeNanos[server] != Nanos.NEVER || models.loaded(server, request.model()))
                && confinement.allows(request, server);
    }

    /**
     * From now on requests of {@code tenant} are picked only servers that are {@code allowed}, by number; null for any. What waits at the
     * gateway is put in order again by whoever calls this ({@link Dispatcher#confine}).
     */
    void confine(int tenant, @Nullable BitSet allowed) {
        confinement.set(tenant, allowed);
        version++;
    }

    /** From now on {@code subset} of a {@link Need} has the servers that are {@code in} it, by number; null for all. */
    public void setSubset(int subset, @Nullable BitSet in) {
        confinement.subset(subset, in);
        version++;
    }

    /** Whether requests of {@code tenant} may go to some servers only. */
    boolean confined(int tenant) {
        return confinement.confined(tenant);
    }

    /** GPU memory of {@code request} and its model together. */
    public long needBytes(Request request) {
        return request.memoryBytes() + modelBytes(request.model());
    }

    /** GPU memory of a model; none for {@link Request#NO_MODEL}. */
    public long modelBytes(int model) {
        return model == Request.NO_MODEL ? 0 : modelBytes[model];
    }

    /** Requests of this gateway at the server, waiting and running. */
    public int outstanding(int server) {
        return outstanding[server];
    }

    /** Requests that other gateways have at the server, as they said last; less where that is long ago. */
    public int elsewhere(int server) {
        return elsewhere.requests(server);
    }

    /** Requests at the server as far as it is known: those of this gateway and those {@link #elsewhere}. */
    public int crowd(int server) {
        return outstanding[server] + elsewhere.requests(server);
    }

    /** How many gateways are before the servers, this one among them. */
    public int gateways() {
        return elsewhere.gateways();
    }

    /** Other gateways have {@code requests} at {@code server}, of {@code workNanos} together at speed 1. */
    void setElsewhere(int server, int requests, long workNanos) {
        elsewhere.set(server, requests, workNanos);
        backlog(server, 0);
        changed(server);
    }

    /** So many gateways are before the servers, this one among them. */
    void setGateways(int count) {
        elsewhere.gateways(count);
        for (int server = 0; server < size(); server++) {
            changed(server);
        }
    }

    /** What exporters say of the GPUs of servers. */
    public GpuLoads gpus() {
        return gpus;
    }

    /**
     * The exporter of {@code server} says how busy its GPUs are.
     *
     * @param engine share of the time in which they worked, 0 to 1
     * @param memory the same of their memory; {@link GpuLoads#UNKNOWN} where it does not say
     */
    public void gpuSaid(int server, double engine, double memory) {
        gpus.said(server, engine, memory, crowd(server), lastSent[server]);
        changed(server);
    }

    /** Of what the exporter of {@code server} said last, only {@code share} counts, from 1 to 0. */
    public void gpuFaded(int server, double share) {
        gpus.faded(server, share);
        changed(server);
    }

    /** Requests at all servers. */
    public int total() {
        return total;
    }

    /** Requests that it serves now. */
    public int running(int server) {
        return running[server];
    }

    /** Requests that wait at it. */
    public int waiting(int server) {
        return outstanding[server] - running[server];
    }

    /** Requests at it that are more than it has slots. */
    int beyondSlots(int server) {
        return StrictMath.max(0, outstanding[server] - declared.slots[server]);
    }

    /** Expected work of all requests at the server, at speed 1. */
    public long backlogNanos(int server) {
        return backlogNanos[server] + elsewhere.workNanos(server);
    }

    /** Expected work of the requests of this gateway there, at speed 1. */
    public long ownBacklogNanos(int server) {
        return backlogNanos[server];
    }

    /** How long the server needs for all that is at it. */
    public long drainNanos(int server) {
        return drainNanos[server];
    }

    /**
     * The load that a further request would meet: the requests at the server, of all gateways, and it, times the pace of the server, over its
     * slots. The pace is whoever calls {@link #setPace}'s: measured by default, a forecast where somebody makes one.
     */
    public long loadNanos(int server) {
        return (crowd(server) + 1) * paceNanos[server] / declared.slots[server];
    }

    /** How long the server takes for one request. */
    public long paceNanos(int server) {
        return paceNanos[server];
    }

    /** GPU memory that neither models nor requests hold. */
    public long freeBytes(int server) {
        return freeBytes[server];
    }

    /** Whether it has {@code model} loaded; true for {@link Request#NO_MODEL}. */
    public boolean loaded(int server, int model) {
        return models.loaded(server, model);
    }

    /** Whether it has {@code model} loaded, or will have for a request that is at it already. */
    public boolean willHave(int server, int model) {
        return models.loaded(server, model) || models.expected(server, model);
    }

    /** Its share under weighted balancing. */
    public int weight(int server) {
        return declared.weight[server];
    }

    /** How long it takes to load a model. */
    public long loadTimeNanos(int server) {
        return declared.loadTimeNanos[server];
    }

    /** How long {@code request} takes there by itself once its model is loaded. */
    public long serviceNanos(int server, Request request) {
        return request.workNanos() * MILLI / declared.speedMilli[server];
    }

    /** When, after now, {@code request} would be answered: after all that is there, with the load of its model. */
    public long finishNanos(int server, Request request) {
        long load = willHave(server, request.model()) ? 0 : declared.loadTimeNanos[server];
        return drainNanos(server) + load + serviceNanos(server, request);
    }

    /** The count of requests sent up to the last one to {@code server}; 0 before the first. */
    public long lastSent(int server) {
        return lastSent[server];
    }

    /** How many requests were sent to all servers. */
    public long sends() {
        return sends;
    }

    /** The server of a rank in the order of memory, the smallest first. */
    public int byMemory(int rank) {
        return ranks.server(rank);
    }

    /** The first rank of those whose memory can hold {@code request}; {@link #members} where none can. */
    public int firstRank(Request request) {
        return ranks.first(needBytes(request));
    }

    /** The first rank of those with {@code bytes} of memory or more; {@link #members} where none has. */
    public int firstRank(long bytes) {
        return ranks.first(bytes);
    }

    /** How many different sizes of memory the servers have. */
    int memorySizes() {
        return ranks.sizes();
    }

    /** Which of them {@code server} has, 0 for the smallest. */
    int memorySize(int server) {
        return ranks.size(server);
    }

    /** No more than {@code length} requests wait at a server. */
    public void limitQueues(int length) {
        queueLength = length;
        for (int server = 0; server < size(); server++) {
            room[server] = roomOf(server);
            changed(server);
        }
    }

    private int roomOf(int server) {
        return (int) StrictMath.min(Integer.MAX_VALUE, (long) declared.slots[server] + queueLength);
    }

    /** Servers take no more requests than they have slots; the rest waits elsewhere. */
    void limitToSlots() {
        onlySlots = true;
        System.arraycopy(declared.slots, 0, limit, 0, limit.length);
    }

    /** Tells {@code watcher} of every server now, and of each that changes from now on. */
    public void watch(FleetWatcher watcher) {
        watchers.add(watcher);
        for (int server = 0; server < size(); server++) {
            if (present[server]) {
                watcher.changed(server);
            }
        }
    }

    /**
     * A further server, with nothing on it: it has the lowest number that nobody has, and takes requests from now on. Ranks by
     * memory change.
     *
     * @return its number
     */
    public int join(ServerSpec spec) {
        int server = 0;
        while (server < size() && present[server]) {
            server++;
        }
        if (server == size()) {
            specs.add(spec);
            grow(size());
        } else {
            specs.set(server, spec);
        }
        declare(server);
        reshape();
        return server;
    }

    /** {@code server} is otherwise than was declared, but for its memory; what is there, and what was measured, stays. */
    public void redeclare(int server, ServerSpec spec) {
        if (spec.memoryBytes() != declared.memoryBytes[server]) {
            throw new IllegalArgumentException("The memory of server " + spec.name() + " cannot change.");
        }
        specs.set(server, spec);
        declared.set(server, spec);
        limit[server] = onlySlots ? spec.slots() : Integer.MAX_VALUE;
        room[server] = roomOf(server);
        backlog(server, 0);
        reshape();
    }

    /**
     * {@code server} has {@code most} requests at most, as long as another server could have them; {@code Integer.MAX_VALUE} for any
     * number. So one of which it is not known whether it is well is tried with a few.
     */
    public void setTrial(int server, int most) {
        if (trial[server] != most) {
            trial[server] = most;
            changed(server);
        }
    }

    /** How many requests {@code server} may have while it is tried; {@code Integer.MAX_VALUE} where it is not. */
    public int trial(int server) {
        return trial[server];
    }

    /** Whether only servers that are tried could have {@code request}, and there is one. */
    boolean onlyTried(Request request) {
        boolean any = false;
        for (int server = 0; server < size(); server++) {
            boolean could = up[server]
                    && !draining[server]
                    && declared.memoryBytes[server] >= needBytes(request)
                    && serves(server, request);
            if (could && trial[server] == Integer.MAX_VALUE) {
                return false;
            }
            any |= could;
        }
        return any;
    }

    /** Whether trials count for nothing for now. */
    void liftTrials(boolean now) {
        lifted = now;
        for (int server = 0; server < size(); server++) {
            if (trial[server] != Integer.MAX_VALUE) {
                changed(server);
            }
        }
    }

    /** So many requests more seem to be at {@code server} for now; whoever says so takes it back before anything else happens. */
    void presume(int server, int more) {
        outstanding[server] += more;
        version++;
    }

    /** {@code server} takes no more requests; those at it stay. */
    public void drain(int server) {
        draining[server] = true;
        changed(server);
    }

    /** Whether it takes no more requests until it leaves. */
    public boolean draining(int server) {
        return draining[server];
    }

    /** {@code server}, at which there must be no request, is no more in the fleet. Its number is given again; ranks change. */
    public void leave(int server) {
        if (outstanding[server] > 0) {
            throw new IllegalStateException(
                    "Server " + specs.get(server).name() + " has requests; it cannot leave before they have.");
        }
        present[server] = false;
        up[server] = false;
        reshape();
    }

    private void reshape() {
        ranks = new MemoryRanks(present, declared.memoryBytes);
        watchers.reshaped();
        for (int server = 0; server < size(); server++) {
            changed(server);
        }
    }

    /** {@code request} is now at {@code server}. */
    public void sent(int server, Request request) {
        outstanding[server]++;
        total++;
        backlog(server, request.workNanos());
        lastSent[server] = ++sends;
        models.expect(server, request.model(), 1);
        changed(server);
    }

    /** A request at {@code server} has a slot. */
    public void started(int server) {
        running[server]++;
        changed(server);
    }

    /** {@code request} had a slot of {@code server} and has left. */
    public void finished(int server, Request request) {
        running[server]--;
        outstanding[server]--;
        total--;
        backlog(server, -request.workNanos());
        models.expect(server, request.model(), -1);
        changed(server);
    }

    /** {@code request}, at {@code server} without a slot, is there no more. */
    public void withdrawn(int server, Request request) {
        outstanding[server]--;
        total--;
        backlog(server, -request.workNanos());
        models.expect(server, request.model(), -1);
        changed(server);
    }

    /** Sets how long {@code server} takes for one request, measured or forecast. */
    public void setPace(int server, long nanos) {
        paceNanos[server] = nanos;
        changed(server);
    }

    /** What the memory of {@code server} has free. */
    public void setFree(int server, long bytes) {
        freeBytes[server] = bytes;
        changed(server);
    }

    /** Whether {@code server} has {@code model} loaded. */
    public void setLoaded(int server, int model, boolean now) {
        models.setLoaded(server, model, now);
        changed(server);
    }

    /** Whether {@code server} can be reached. */
    public boolean up(int server) {
        return up[server];
    }

    /** Sets whether {@code server} can be reached. */
    public void setUp(int server, boolean now) {
        up[server] = now && present[server];
        changed(server);
    }

    private void backlog(int server, long more) {
        backlogNanos[server] += more;
        drainNanos[server] = backlogNanos(server) * MILLI / declared.capacityMilli[server];
    }

    /** Another number after each change of the fleet: what was made of an equal one still holds. */
    public long version() {
        return version;
    }

    private void changed(int server) {
        version++;
        if (present[server]) {
            watchers.changed(server);
        }
    }
}
