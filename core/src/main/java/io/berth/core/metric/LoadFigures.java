package io.berth.core.metric;

import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Resource;
import io.berth.core.cluster.load.Load;
import io.berth.core.cluster.load.Measure;
import io.berth.core.cluster.load.Span;
import io.berth.core.cluster.load.Statistic;
import io.berth.core.cluster.load.Thresholds;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.state.State;
import io.berth.core.time.Nanos;
import java.util.Arrays;
import java.util.SortedMap;

/** What nodes did, as far as somebody measured it: each measurement counts once, by its mean over the shortest span. */
final class LoadFigures {
    /** Above this a node does too much where the strategy names no threshold, per cent. */
    private static final double HIGH_PCT = 80;

    private static final double PERCENT = 100;
    /** Quantiles of a run without an end are of a sample. */
    private static final int SAMPLE = 1 << 20;

    private final State state;
    private final Distribution cpu = Distribution.bounded(SAMPLE);
    private final Distribution gpu = Distribution.bounded(SAMPLE);
    /** Since when each node does too much; negative where it does not. */
    private long[] sinceNanos = {};

    private boolean[] everHigh = {};
    private long longestNanos;

    LoadFigures(State state) {
        this.state = state;
    }

    void instant(Frame frame) {
        for (int i = 0; i < frame.events().size(); i++) {
            if (frame.events().get(i) instanceof Event.LoadObserved observed && state.present(observed.node())) {
                observed(frame.atNanos(), observed);
            }
        }
    }

    private void observed(long now, Event.LoadObserved observed) {
        int node = observed.node();
        Nodes nodes = state.nodes();
        double ofCpu = share(observed.load(), Measure.CPU, (double) nodes.total(node, Resource.CPU));
        double ofGpu = share(observed.load(), Measure.GPU_ENGINE, 1000.0 * nodes.gpus(node));
        if (ofGpu >= 0) {
            gpu.add(ofGpu);
        }
        if (ofCpu < 0) {
            return;
        }
        cpu.add(ofCpu);
        if (node >= sinceNanos.length) {
            int known = sinceNanos.length;
            sinceNanos = Arrays.copyOf(sinceNanos, StrictMath.max(node + 1, known * 2));
            Arrays.fill(sinceNanos, known, sinceNanos.length, -1);
            everHigh = Arrays.copyOf(everHigh, sinceNanos.length);
        }
        if (ofCpu <= highPct()) {
            sinceNanos[node] = -1;
            return;
        }
        everHigh[node] = true;
        sinceNanos[node] = sinceNanos[node] < 0 ? now : sinceNanos[node];
        longestNanos = StrictMath.max(longestNanos, now - sinceNanos[node]);
    }

    private double highPct() {
        Thresholds much = state.nodeTable().loads().thresholds();
        int milli = much.highMilli().get(Measure.CPU.ordinal());
        return milli == 0 ? HIGH_PCT : milli / 10.0;
    }

    private static double share(Load load, Measure measure, double has) {
        long value = load.value(Span.FIVE_MINUTES, measure, Statistic.AVG);
        return value == Load.UNKNOWN || has <= 0 ? -1 : PERCENT * value / has;
    }

    /** Adds the figures where somebody measured. */
    void figures(SortedMap<String, Double> figures) {
        if (cpu.size() == 0) {
            return;
        }
        int high = 0;
        for (boolean ever : everHigh) {
            high += ever ? 1 : 0;
        }
        figures.put("node_load_mean_pct", cpu.mean());
        figures.put("node_load_p95_pct", cpu.quantile(0.95));
        figures.put("node_load_max_pct", cpu.max());
        figures.put("node_gpu_load_p95_pct", gpu.quantile(0.95));
        figures.put("nodes_above_threshold", (double) high);
        figures.put("node_above_threshold_longest_s", Nanos.toSeconds(longestNanos));
    }
}
