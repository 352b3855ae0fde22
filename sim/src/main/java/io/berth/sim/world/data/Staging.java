package io.berth.sim.world.data;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.state.Job;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Preference;
import io.berth.sim.clock.Feed;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongConsumer;

/**
 * Brings data sets to the nodes whose tasks read them, from another node that has them or from the store, whichever offers most; compressed
 * where unpacking is faster than the links. A job's tasks begin together, when each node has all.
 */
public final class Staging implements Feed, Observer {
    private final Map<String, DataPlan.Named> sets = new LinkedHashMap<>();
    private final Links links;
    private final Flows flows;
    private final Caches caches;
    private final DataPlan plan;
    private final int nodes;
    /** By node and set: what is on its way. */
    private final TreeMap<String, Transfer> coming = new TreeMap<>();

    private final Map<Flows.Flow, Transfer> byFlow = new LinkedHashMap<>();
    /** By decision: jobs that wait for data or read them. */
    private final TreeMap<Long, Reader> readers = new TreeMap<>();

    private final ArrayDeque<Event> ready = new ArrayDeque<>();
    private long readyNanos;
    private double movedBytes;

    /** A set on its way to a node. */
    private static final class Transfer {
        final String name;
        final int node;
        final Flows.Flow flow;
        final Set<Reader> waiting = new LinkedHashSet<>();

        Transfer(String name, int node, Flows.Flow flow) {
            this.name = name;
            this.node = node;
            this.flow = flow;
        }
    }

    /** A job that was started. */
    private static final class Reader {
        final Set<Transfer> missing = new LinkedHashSet<>();

        final List<Read> reads = new ArrayList<>();
        final LongConsumer begins;

        Reader(LongConsumer begins) {
            this.begins = begins;
        }
    }

    private record Read(int node, String name) {}

    /** The data sets of {@code plan} are where it says. */
    public Staging(DataPlan plan, List<NodeSpec> nodes) {
        this.plan = plan;
        this.nodes = nodes.size();
        this.links = new Links(nodes, plan.links());
        this.flows = new Flows(links);
        this.caches = new Caches(nodes.size(), plan.cacheBytes());
        for (DataPlan.Named named : plan.sets()) {
            sets.put(named.name(), named);
            for (int node = named.set().nodes().next(0);
                    node >= 0 && node < nodes.size();
                    node = named.set().nodes().next(node + 1)) {
                caches.put(node, named.name(), named.set().bytes());
            }
        }
    }

    /** Bytes that went over links so far, those under way not counted. */
    public double movedBytes() {
        return movedBytes;
    }

    /**
     * {@code job} was started: {@code begins} is told when its tasks run, at once where nothing is missing.
     *
     * @return false where its tasks read nothing that is known here
     */
    public boolean starts(Job job, long now, LongConsumer begins) {
        Reader reader = new Reader(begins);
        Set<Read> wanted = new LinkedHashSet<>();
        for (int task = 0; task < job.placedTasks(); task++) {
            if (job.holds(task)) {
                for (String name : data(job, task)) {
                    wanted.add(new Read(job.node(task), name));
                }
            }
        }
        if (wanted.isEmpty()) {
            return false;
        }
        reader.reads.addAll(wanted);
        readers.put(job.decision(), reader);
        for (Read read : wanted) {
            if (!caches.has(read.node, read.name)) {
                Transfer transfer = coming.computeIfAbsent(key(read), _ -> bring(read, now));
                transfer.waiting.add(reader);
                reader.missing.add(transfer);
            }
        }
        beginsWhereAllIsThere(reader, now);
        return true;
    }

    private List<String> data(Job job, int task) {
        for (Preference preference : job.spec().demand(task).preferences()) {
            if (preference instanceof Preference.OfData(List<String> names)) {
                return names.stream().filter(sets::containsKey).toList();
            }
        }
        return List.of();
    }

    private static String key(Read read) {
        return read.node + "/" + read.name;
    }

    private void beginsWhereAllIsThere(Reader reader, long now) {
        if (reader.missing.isEmpty()) {
            reader.reads.forEach(read -> caches.reads(read.node, read.name));
            reader.begins.accept(now);
        }
    }

    private DataPlan.Named set(String name) {
        return Objects.requireNonNull(sets.get(name));
    }

    private Transfer bring(Read read, long now) {
        DataPlan.Named named = set(read.name);
        int[] path = links.path(-1, read.node);
        double rate = flows.offered(path);
        for (int source = 0; source < nodes; source++) {
            if (source != read.node && caches.has(source, read.name)) {
                int[] other = links.path(source, read.node);
                double offered = flows.offered(other);
                // Of equals, a node rather than the store, and the first.
                if (offered > rate || offered == rate && path.length == links.path(-1, read.node).length) {
                    path = other;
                    rate = offered;
                }
            }
        }
        double bytes = (double) named.set().bytes();
        double unpack = (double) plan.links().unpack();
        boolean packed = named.ratio() > 1 && unpack > rate;
        Flows.Flow flow = packed
                ? new Flows.Flow(path, bytes / named.ratio(), unpack / named.ratio())
                : new Flows.Flow(path, bytes, Double.POSITIVE_INFINITY);
        movedBytes += packed ? bytes / named.ratio() : bytes;
        flows.begin(flow, now);
        Transfer transfer = new Transfer(read.name, read.node, flow);
        byFlow.put(flow, transfer);
        return transfer;
    }

    /** A job reads data as long as a task of it holds something. */
    @Override
    public void instant(Frame frame, State state) {
        for (Event event : frame.events()) {
            switch (event) {
                case Event.NodeLost gone -> lost(gone.node(), frame.atNanos());
                case Event.NodeForgotten gone -> lost(gone.node(), frame.atNanos());
                case Event.TaskOutcome outcome -> {
                    Job job = state.job(outcome.job());
                    if (job == null || job.decision() != outcome.decision()) {
                        ended(outcome.decision(), frame.atNanos());
                    }
                }
                case Event.JobSubmitted _, Event.JobFound _, Event.NodeEvent _, Event.OperatorEvent _ -> {}
                case Event.MixExpected _, Event.ProgressReported _, Event.WindowPlanned _ -> {}
                case Event.Tick _, Event.TaskMeasured _ -> {}
            }
        }
    }

    /** The job that was started by {@code decision} reads no more. */
    private void ended(long decision, long now) {
        Reader reader = readers.remove(decision);
        if (reader == null) {
            return;
        }
        for (Transfer transfer : reader.missing) {
            transfer.waiting.remove(reader);
            if (transfer.waiting.isEmpty()) {
                drop(transfer, now);
            }
        }
        for (Read read : reader.reads) {
            if (reader.missing.isEmpty()) {
                caches.readNoMore(read.node, read.name);
            }
            trim(read.node, now);
        }
    }

    /** A node is lost: what it had is, what was on its way to it comes to nothing, and who read there reads no more. */
    private void lost(int node, long now) {
        for (Map.Entry<Long, Reader> reader : List.copyOf(readers.entrySet())) {
            if (reader.getValue().reads.stream().anyMatch(read -> read.node == node)) {
                ended(reader.getKey(), now);
            }
        }
        caches.clear(node);
        for (Transfer transfer : List.copyOf(coming.values())) {
            if (transfer.node == node) {
                drop(transfer, now);
            }
        }
    }

    private void drop(Transfer transfer, long now) {
        flows.drop(transfer.flow, now);
        byFlow.remove(transfer.flow);
        coming.remove(key(new Read(transfer.node, transfer.name)));
    }

    private void trim(int node, long now) {
        for (String name : caches.trim(node)) {
            tell(new Event.DataHeld(name, node, false), now);
        }
    }

    private void tell(Event event, long now) {
        ready.add(event);
        readyNanos = now;
    }

    @Override
    public long nextNanos() {
        return ready.isEmpty() ? flows.nextNanos() : readyNanos;
    }

    @Override
    public Event next() {
        if (ready.isEmpty()) {
            arrives(flows.nextNanos());
        }
        return ready.remove();
    }

    private void arrives(long now) {
        Flows.Flow flow = flows.takeOver(now);
        Transfer transfer = flow == null ? null : byFlow.remove(flow);
        if (transfer == null) {
            throw new IllegalStateException("Nothing arrives at " + Nanos.format(now) + ".");
        }
        coming.remove(key(new Read(transfer.node, transfer.name)));
        caches.put(transfer.node, transfer.name, set(transfer.name).set().bytes());
        tell(new Event.DataHeld(transfer.name, transfer.node, true), now);
        for (Reader reader : transfer.waiting) {
            reader.missing.remove(transfer);
            beginsWhereAllIsThere(reader, now);
        }
        trim(transfer.node, now);
    }
}
