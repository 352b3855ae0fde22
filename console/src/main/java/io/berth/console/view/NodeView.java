package io.berth.console.view;

import io.berth.console.event.ChangeRing;
import io.berth.core.cluster.ChangeReader;
import io.berth.core.cluster.NodeTable;
import io.berth.core.state.State;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** The nodes: written by the engine's thread, read by all. */
final class NodeView implements ChangeReader.Rows {
    private final ChangeRing ring;
    private final long[] counts = new long[NodePhase.values().length];
    private volatile AtomicReferenceArray<@Nullable NodeEntry> entries = new AtomicReferenceArray<>(0);
    private @Nullable NodeTable table;
    private @Nullable ChangeReader reader;
    private IntFunction<String> reasons = _ -> "";
    private boolean quiet;
    private long instants;
    private long gpuMilli;
    private long gpuMilliHeld;
    private long cpuMilli;
    private long cpuMilliHeld;
    private long memoryBytes;
    private long memoryBytesHeld;
    private final TreeMap<String, Totals.Amount> resources = new TreeMap<>();

    NodeView(ChangeRing ring) {
        this.ring = ring;
    }

    /** Looks at the nodes that changed; nobody is told where {@code quiet}. */
    void catchUp(State state, boolean tellNobody) {
        if (reader == null || table == null) {
            table = state.nodeTable();
            reader = new ChangeReader(state.nodes());
        }
        quiet = tellNobody;
        instants = state.instants();
        reasons = state::drainReason;
        reader.catchUp(this);
    }

    @Override
    public void grow(int count) {
        if (count > entries.length()) {
            AtomicReferenceArray<@Nullable NodeEntry> more =
                    new AtomicReferenceArray<>(ChangeReader.room(entries.length(), count));
            for (int i = 0; i < entries.length(); i++) {
                more.setPlain(i, entries.get(i));
            }
            entries = more;
        }
    }

    @Override
    public void update(int node) {
        if (table == null) {
            throw new IllegalStateException("The first call is of catchUp.");
        }
        NodeEntry before = entries.get(node);
        NodeEntry after = new NodeEntry(table, node, reasons.apply(node), instants);
        if (before != null) {
            count(before, -1);
        }
        count(after, 1);
        entries.set(node, after);
        boolean news = before == null || before.phase() != after.phase();
        if (news && !quiet) {
            ring.add(ChangeRing.NODE, _ -> after.json());
        }
    }

    /** All nodes, by number. */
    List<NodeEntry> all() {
        AtomicReferenceArray<@Nullable NodeEntry> now = entries;
        List<NodeEntry> all = new ArrayList<>(now.length());
        for (int i = 0; i < now.length(); i++) {
            NodeEntry entry = now.get(i);
            if (entry != null) {
                all.add(entry);
            }
        }
        return all;
    }

    /** Node {@code number}; null where it is not known. */
    @Nullable
    NodeEntry get(int number) {
        AtomicReferenceArray<@Nullable NodeEntry> now = entries;
        return number < now.length() ? now.get(number) : null;
    }

    /** By phase; on the engine's thread, like what follows. */
    Map<NodePhase, Long> byPhase() {
        Map<NodePhase, Long> byPhase = new EnumMap<>(NodePhase.class);
        for (NodePhase phase : NodePhase.values()) {
            byPhase.put(phase, counts[phase.ordinal()]);
        }
        return byPhase;
    }

    Totals.Amount gpuMilli() {
        return new Totals.Amount(gpuMilli, gpuMilliHeld);
    }

    Totals.Amount cpuMilli() {
        return new Totals.Amount(cpuMilli, cpuMilliHeld);
    }

    Totals.Amount memoryBytes() {
        return new Totals.Amount(memoryBytes, memoryBytesHeld);
    }

    /** By name, those that a node which is there has. */
    SortedMap<String, Totals.Amount> resources() {
        return new TreeMap<>(resources);
    }

    private void count(NodeEntry node, int sign) {
        counts[node.phase().ordinal()] += sign;
        if (node.phase() == NodePhase.LOST) {
            return;
        }
        long gpus = node.spec().gpus() * 1000L;
        gpuMilli += sign * gpus;
        gpuMilliHeld += sign * (gpus - node.freeGpuMilli());
        cpuMilli += sign * node.spec().cpuMilli();
        cpuMilliHeld += sign * node.heldCpuMilli();
        memoryBytes += sign * node.spec().memoryBytes();
        memoryBytesHeld += sign * node.heldMemoryBytes();
        for (NodeRow.NamedAmount amount : node.resources()) {
            Totals.Amount change = new Totals.Amount(sign * amount.total(), sign * (amount.total() - amount.free()));
            resources.merge(amount.name(), change, NodeView::sum);
        }
    }

    /** The two together; null for nothing. */
    private static Totals.@Nullable Amount sum(Totals.Amount one, Totals.Amount other) {
        long total = one.total() + other.total();
        return total == 0 ? null : new Totals.Amount(total, one.held() + other.held());
    }
}
