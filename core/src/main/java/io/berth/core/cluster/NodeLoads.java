package io.berth.core.cluster;

import io.berth.core.cluster.load.Freshness;
import io.berth.core.cluster.load.Gone;
import io.berth.core.cluster.load.Load;
import io.berth.core.cluster.load.LoadCheck;
import io.berth.core.cluster.load.Loads;
import io.berth.core.cluster.load.Measure;
import io.berth.core.cluster.load.NodeLoad;
import io.berth.core.cluster.load.Recent;
import io.berth.core.cluster.load.Thresholds;
import io.berth.core.cluster.load.Use;
import io.berth.core.cluster.load.alike.Expected;
import io.berth.core.cluster.load.alike.Forecasts;
import io.berth.core.cluster.load.alike.Likeness;
import io.berth.core.cluster.load.alike.TaskUse;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** What is measured of the nodes of a table, against what they have and what is taken of them. */
public final class NodeLoads {
    private static final long WHOLE = 1000;
    private static final long TENTHS = 10;

    private final NodeTable nodes;
    private final Loads loads;
    private final Forecasts forecasts;

    NodeLoads(NodeTable nodes, Loads loads, Forecasts forecasts) {
        this.nodes = nodes;
        this.loads = loads;
        this.forecasts = forecasts;
    }

    NodeLoads copyFor(NodeTable copy) {
        return new NodeLoads(copy, loads.copy(), forecasts.copy());
    }

    /** What tasks are expected to use. */
    public Forecasts forecasts() {
        return forecasts;
    }

    /** What is known of a node; null for nothing. */
    public @Nullable NodeLoad of(int node) {
        return loads.of(node);
    }

    /** True where something was ever measured. */
    public boolean any() {
        return loads.any();
    }

    /** True where the same is known of both. */
    boolean alike(int node, int other) {
        boolean measured = loads.any() && (loads.of(node) != null || loads.of(other) != null);
        return !measured && forecasts.of(node) == null && forecasts.of(other) == null;
    }

    /** What is too much for new tasks, as the strategy in force says. */
    public Thresholds thresholds() {
        return loads.thresholds();
    }

    /** Something else is too much from now on: nodes are hot by what is known of them, whatever they were before. */
    public void thresholds(Thresholds now) {
        if (now.equals(loads.thresholds())) {
            return;
        }
        loads.thresholds(now);
        for (int node = 0; loads.any() && node < nodes.count(); node++) {
            NodeLoad load = loads.of(node);
            if (load != null && load.freshness() != Freshness.BLIND) {
                loads.set(node, load.heated(now.hot(0, shares(node, load.load(), now))));
                nodes.loosen(node);
            }
        }
    }

    /**
     * A node was measured.
     *
     * @param ageNanos how old that is at {@code now}
     */
    public LoadCheck.Verdict observe(int node, Load load, long ageNanos, long now) {
        NodeLoad known = loads.of(node);
        LoadCheck check = LoadCheck.of(
                load, capacity(node), now, ageNanos, known == null ? Long.MIN_VALUE : known.measuredNanos());
        if (!check.verdict().taken()) {
            return check.verdict();
        }
        NodeLoad.Seen seen = NodeLoad.seen(known, check.measuredNanos(), taken(nodes, node));
        Thresholds much = loads.thresholds();
        int hot = much.any() ? much.hot(known == null ? 0 : known.hot(), shares(node, check.load(), much)) : 0;
        loads.set(
                node,
                new NodeLoad(
                        check.load(),
                        check.measuredNanos(),
                        Freshness.of(now - check.measuredNanos()),
                        seen.shown(),
                        hot,
                        seen.unseen(),
                        Gone.NONE));
        changed(node);
        return check.verdict();
    }

    /** Where nothing is too much, the load of a node only says how good it is. */
    private void changed(int node) {
        if (loads.thresholds().any()) {
            nodes.loosen(node);
        } else {
            nodes.touch(node);
        }
    }

    /** A task was placed on a node at {@code now}, in earnest; its room is taken. */
    public void placed(int node, long job, int task, Likeness like, long now) {
        Expected expected = forecasts.expected(like);
        NodeLoad known = loads.of(node);
        if (known != null && known.freshness() != Freshness.BLIND) {
            loads.set(
                    node,
                    known.with(
                            expected == null
                                    ? new Recent(job, task, now, like.asked())
                                    : new Recent(job, task, now, like.asked(), expected.mean(), expected.most())));
        }
        if (expected != null) {
            forecasts.put(node, new TaskUse(job, task, like.asked(), expected, false));
        }
    }

    /** A task ended that held room on a node. */
    public void ended(int node, long job, int task) {
        NodeLoad known = loads.of(node);
        TaskUse use = forecasts.task(node, job, task);
        if (known != null) {
            loads.set(
                    node,
                    use == null || !use.measured()
                            ? known.without(job, task)
                            : known.without(
                                    job, task, use.asked(), use.expected().mean()));
        }
        forecasts.remove(node, job, task);
    }

    /** A task on a node was measured; what makes no sense is clamped to what the node has. */
    public void measured(int node, long job, int task, Likeness like, Expected used) {
        Use most =
                new Use(nodes.total(node, Resource.CPU), nodes.total(node, Resource.MEMORY), WHOLE * nodes.gpus(node));
        Expected clamped = new Expected(used.mean().within(most), used.most().within(most));
        if (forecasts.measured(node, job, task, like, clamped)) {
            nodes.loosen();
        }
        changed(node);
    }

    /** True where nobody measures anything. */
    public boolean isEmpty() {
        return !loads.any() && forecasts.isEmpty();
    }

    /** What was known of a node is of another one. */
    void clear(int node) {
        loads.set(node, null);
        forecasts.set(node, null);
    }

    /** What is known of a node, as somebody wrote it down. */
    public void restore(int node, NodeLoad load) {
        loads.set(node, load);
    }

    /** It is {@code now}: what was measured long ago is worth less. */
    public void age(long now) {
        loads.age(now, this::changed);
    }

    /** When that is so next. */
    public long nextNanos() {
        return loads.nextNanos();
    }

    /** What is taken of a node by tasks, and by others as far as is known. */
    public static Use taken(Nodes nodes, int node) {
        return new Use(
                nodes.total(node, Resource.CPU) - nodes.free(node, Resource.CPU),
                nodes.total(node, Resource.MEMORY) - nodes.free(node, Resource.MEMORY),
                WHOLE * nodes.gpus(node) - nodes.totalFreeMilli(node));
    }

    /**
     * How hot the nodes are that {@code which} says, in words: {@code CPU p95 82 % to 91 % above 80 %}; or, where some are below, from where
     * on they are closed and until where.
     */
    public String told(Measure measure, IntPredicate which) {
        Thresholds much = loads.thresholds();
        int at = measure.ordinal();
        long least = Long.MAX_VALUE;
        long most = -1;
        for (int node = 0; node < nodes.count(); node++) {
            NodeLoad load = which.test(node) ? loads.of(node) : null;
            if (load != null) {
                long share = shares(node, load.load(), much)[at];
                least = StrictMath.min(least, share);
                most = StrictMath.max(most, share);
            }
        }
        int high = much.highMilli().get(at);
        String range = percent(least) + (most == least ? "" : " to " + percent(most));
        String bound = least > high
                ? " above " + percent(high)
                : ", closed above " + percent(high) + " until below "
                        + percent(much.lowMilli().get(at));
        return measure.text() + " " + much.statistic().text() + " " + range + bound;
    }

    private static String percent(long milli) {
        return milli / TENTHS + " %";
    }

    /** What a node has, by {@link Measure}; 0 where nobody says. */
    public long[] capacity(int node) {
        long[] capacity = new long[Measure.COUNT];
        capacity[Measure.CPU.ordinal()] = nodes.total(node, Resource.CPU);
        capacity[Measure.MEMORY.ordinal()] = nodes.total(node, Resource.MEMORY);
        capacity[Measure.GPU_ENGINE.ordinal()] = WHOLE * nodes.gpus(node);
        capacity[Measure.GPU_DRAM.ordinal()] = WHOLE * nodes.gpus(node);
        capacity[Measure.GPU_MEMORY.ordinal()] = nodes.deviceMemoryBytes(node);
        capacity[Measure.DISK.ordinal()] = WHOLE;
        capacity[Measure.NETWORK.ordinal()] = nodes.total(node, Resource.NETWORK);
        return capacity;
    }

    /** Thousandths of what a node has, by measure; negative where unknown. */
    private long[] shares(int node, Load load, Thresholds much) {
        long[] capacity = capacity(node);
        long[] shares = new long[Measure.COUNT];
        for (Measure measure : Measure.values()) {
            shares[measure.ordinal()] =
                    share(load.value(much.span(), measure, much.statistic()), capacity[measure.ordinal()]);
        }
        return shares;
    }

    private static long share(long value, long capacity) {
        return value == Load.UNKNOWN || capacity <= 0 ? -1 : (long) (WHOLE * ((double) value / capacity));
    }
}
