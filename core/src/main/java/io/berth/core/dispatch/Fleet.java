package io.berth.core.dispatch;

import io.berth.core.time.Nanos;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * All model servers as balancers see them: one row of primitives per server, by number. What a request adds to a server is
 * counted here when it is sent, not when the server reports it, so that no two picks see the same idle server.
 *
 * <p>A server <i>can hold</i> a request where its memory, were it empty, has room for the request and its model; it is
 * <i>open</i> where it is up and, in a fleet whose requests wait at the gateway, has a slot left. Balancers pick only among
 * open servers that can hold the request; those that look at load leave out the ones whose queue is full, too. A balancer that
 * does not look is turned away there.
 */
public final class Fleet {
    /** In place of a server where there is none. */
    public static final int NONE = -1;

    private static final long MILLI = 1000;

    private final List<ServerSpec> specs;
    private final long[] modelBytes;
    private final int words;
    private final int[] byMemory;
    private final long[] sortedMemory;
    private final int[] memorySize;
    private final int memorySizes;
    private final int[] slots;
    private final long[] speedMilli;
    private final long[] capacityMilli;
    private final int[] weight;
    private final long[] memoryBytes;
    private final long[] loadTimeNanos;
    private final int[] outstanding;
    private final int[] running;
    private final int[] limit;
    private final int[] room;
    private final long[] backlogNanos;
    /** The backlog over the capacity, kept because a pick may ask for it of every server. */
    private final long[] drainNanos;

    private final long[] paceNanos;
    private final long[] freeBytes;
    private final long[] lastSent;
    private final long[] loaded;
    private final int[] expected;
    private final boolean[] up;
    private final List<FleetWatcher> watchers = new ArrayList<>();
    private long sends;

    /** @param modelBytes the GPU memory of each model, by its number */
    public Fleet(List<ServerSpec> servers, long[] modelBytes) {
        specs = List.copyOf(servers);
        this.modelBytes = modelBytes.clone();
        int size = specs.size();
        words = (modelBytes.length + Long.SIZE - 1) / Long.SIZE;
        slots = specs.stream().mapToInt(ServerSpec::slots).toArray();
        speedMilli = specs.stream().mapToLong(ServerSpec::speedMilli).toArray();
        capacityMilli = specs.stream().mapToLong(ServerSpec::capacityMilli).toArray();
        weight = specs.stream().mapToInt(ServerSpec::weight).toArray();
        memoryBytes = specs.stream().mapToLong(ServerSpec::memoryBytes).toArray();
        loadTimeNanos = specs.stream().mapToLong(ServerSpec::loadNanos).toArray();
        freeBytes = specs.stream().mapToLong(ServerSpec::memoryBytes).toArray();
        byMemory = IntStream.range(0, size)
                .boxed()
                .sorted(Comparator.comparingLong(server -> freeBytes[server]))
                .mapToInt(Integer::intValue)
                .toArray();
        sortedMemory =
                Arrays.stream(byMemory).mapToLong(server -> freeBytes[server]).toArray();
        memorySize = new int[size];
        int sizes = size == 0 ? 0 : 1;
        for (int rank = 1; rank < size; rank++) {
            sizes += sortedMemory[rank] > sortedMemory[rank - 1] ? 1 : 0;
            memorySize[byMemory[rank]] = sizes - 1;
        }
        memorySizes = sizes;
        outstanding = new int[size];
        running = new int[size];
        limit = new int[size];
        room = new int[size];
        backlogNanos = new long[size];
        drainNanos = new long[size];
        paceNanos = new long[size];
        lastSent = new long[size];
        loaded = new long[size * words];
        expected = new int[size * modelBytes.length];
        up = new boolean[size];
        Arrays.fill(limit, Integer.MAX_VALUE);
        Arrays.fill(room, Integer.MAX_VALUE);
        Arrays.fill(up, true);
        // Until it is measured, a request is taken for one second of work: only the ratios of the speeds matter.
        Arrays.setAll(paceNanos, server -> Nanos.SECOND * MILLI / speedMilli[server]);
    }

    public int size() {
        return specs.size();
    }

    /** What was declared of {@code server}. */
    public ServerSpec spec(int server) {
        return specs.get(server);
    }

    /** Whether requests may be sent to it now. */
    public boolean open(int server) {
        return up[server] && outstanding[server] < limit[server];
    }

    /** Open, and with room in its queue or a slot. */
    public boolean free(int server) {
        return open(server) && outstanding[server] < room[server];
    }

    /** Open, and large enough for {@code request}. */
    public boolean takes(int server, Request request) {
        return open(server) && memoryBytes[server] >= needBytes(request);
    }

    /** GPU memory of {@code request} and its model together. */
    public long needBytes(Request request) {
        return request.memoryBytes() + modelBytes(request.model());
    }

    /** GPU memory of a model; none for {@link Request#NO_MODEL}. */
    public long modelBytes(int model) {
        return model == Request.NO_MODEL ? 0 : modelBytes[model];
    }

    /** Requests at the server, waiting and running. */
    public int outstanding(int server) {
        return outstanding[server];
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
        return StrictMath.max(0, outstanding[server] - slots[server]);
    }

    /** Expected work of all requests at the server, at speed 1. */
    public long backlogNanos(int server) {
        return backlogNanos[server];
    }

    /** How long the server needs for all that is at it. */
    public long drainNanos(int server) {
        return drainNanos[server];
    }

    /**
     * The load that a further request would meet: the requests at the server and it, times the pace of the server, over its
     * slots. The pace is whoever calls {@link #setPace}'s: measured by default, a forecast where somebody makes one.
     */
    public long loadNanos(int server) {
        return (outstanding[server] + 1) * paceNanos[server] / slots[server];
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
        return model == Request.NO_MODEL || (loaded[server * words + model / Long.SIZE] >>> model & 1) != 0;
    }

    /** Whether it has {@code model} loaded, or will have for a request that is at it already. */
    public boolean willHave(int server, int model) {
        return loaded(server, model) || expected[server * modelBytes.length + model] > 0;
    }

    /** Its share under weighted balancing. */
    public int weight(int server) {
        return weight[server];
    }

    /** How long it takes to load a model. */
    public long loadTimeNanos(int server) {
        return loadTimeNanos[server];
    }

    /** How long {@code request} takes there by itself once its model is loaded. */
    public long serviceNanos(int server, Request request) {
        return request.workNanos() * MILLI / speedMilli[server];
    }

    /** When, after now, {@code request} would be answered: after all that is there, with the load of its model. */
    public long finishNanos(int server, Request request) {
        long load = willHave(server, request.model()) ? 0 : loadTimeNanos[server];
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
        return byMemory[rank];
    }

    /** The first rank of those whose memory can hold {@code request}; the size of the fleet where none can. */
    public int firstRank(Request request) {
        long need = needBytes(request);
        int low = 0;
        int high = sortedMemory.length;
        while (low < high) {
            int middle = low + high >>> 1;
            if (sortedMemory[middle] < need) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** How many different sizes of memory the servers have. */
    int memorySizes() {
        return memorySizes;
    }

    /** Which of them {@code server} has, 0 for the smallest. */
    int memorySize(int server) {
        return memorySize[server];
    }

    /** No more than {@code length} requests wait at a server. */
    public void limitQueues(int length) {
        for (int server = 0; server < size(); server++) {
            room[server] = (int) StrictMath.min(Integer.MAX_VALUE, (long) slots[server] + length);
            changed(server);
        }
    }

    /** Servers take no more requests than they have slots; the rest waits elsewhere. */
    void limitToSlots() {
        System.arraycopy(slots, 0, limit, 0, limit.length);
    }

    /** Tells {@code watcher} of every server now, and of each that changes from now on. */
    public void watch(FleetWatcher watcher) {
        watchers.add(watcher);
        for (int server = 0; server < size(); server++) {
            watcher.changed(server);
        }
    }

    /** {@code request} is now at {@code server}. */
    public void sent(int server, Request request) {
        outstanding[server]++;
        backlog(server, request.workNanos());
        lastSent[server] = ++sends;
        expect(server, request, 1);
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
        backlog(server, -request.workNanos());
        expect(server, request, -1);
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
        int word = server * words + model / Long.SIZE;
        long bit = 1L << model;
        loaded[word] = now ? loaded[word] | bit : loaded[word] & ~bit;
        changed(server);
    }

    /** Whether {@code server} can be reached. */
    public void setUp(int server, boolean now) {
        up[server] = now;
        changed(server);
    }

    private void backlog(int server, long more) {
        backlogNanos[server] += more;
        drainNanos[server] = backlogNanos[server] * MILLI / capacityMilli[server];
    }

    private void expect(int server, Request request, int more) {
        if (request.model() != Request.NO_MODEL) {
            expected[server * modelBytes.length + request.model()] += more;
        }
    }

    private void changed(int server) {
        for (int watcher = 0; watcher < watchers.size(); watcher++) {
            watchers.get(watcher).changed(server);
        }
    }
}
