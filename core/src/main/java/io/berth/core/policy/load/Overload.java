package io.berth.core.policy.load;

import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Shape;
import io.berth.core.cluster.load.Estimate;
import io.berth.core.cluster.load.Freshness;
import io.berth.core.cluster.load.Measure;
import io.berth.core.cluster.load.NodeLoad;
import io.berth.core.cluster.load.Span;
import io.berth.core.cluster.load.Statistic;
import io.berth.core.cluster.load.Thresholds;
import io.berth.core.cluster.load.Use;
import io.berth.core.decision.Reason;
import io.berth.core.policy.Filter;
import io.berth.core.strategy.Parameter;
import io.berth.core.strategy.Parameter.Type;
import io.berth.core.strategy.Parameters;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * No new task comes to a node that does too much.
 *
 * <p>A node is closed when what was measured is above the threshold of a resource, and opens again when that is below the threshold by the
 * margin; so it does not go to and fro. A task that would bring CPU, memory or GPUs above the threshold, by what it and those are taken to
 * use that the measurement does not show, does not come either: what 95 of 100 tasks like them did not go beyond where tasks were measured, else by
 * what they ask for. A node whose measurement is five minutes old, or that has none, is open.
 *
 * <p>GPUs close a node for tasks that share them: who gets a whole one has it alone, however busy the others are. Thresholds of CPU and memory are
 * Volcano's and Koordinator's, those of GPUs the same; but memory of GPUs is read and written in no more than 80 % of the time at best (NVIDIA
 * DCGM's documentation of DRAM active), of which the threshold is three quarters.
 */
public final class Overload implements Filter {
    /** Its name in the catalog. */
    public static final String NAME = "overload";

    private static final String MARGIN = "margin";
    private static final String STATISTIC = "statistic";
    private static final String SPAN = "span";
    private static final double WHOLE = 1000;
    private static final int OF_PERCENT = 10;

    /** What can be set. */
    public static final List<Parameter> PARAMETERS = List.of(
            high("cpu", "80", "CPU"),
            high("memory", "90", "memory"),
            high("gpu", "80", "the engines of GPUs, for tasks that share them"),
            high("gpu-bandwidth", "60", "the time in which memory of GPUs is read or written, likewise"),
            high("gpu-memory", "90", "memory of GPUs, likewise"),
            high("disk", "0", "the time in which a disk works"),
            high("network", "0", "network bandwidth"),
            new Parameter(MARGIN, Type.INTEGER, "10", "per cent below a threshold at which tasks come again"),
            new Parameter(STATISTIC, Type.TEXT, "p95", "what counts: avg, p50, p90, p95 or p99"),
            new Parameter(SPAN, Type.INTEGER, "5", "over how many minutes: 5, 10 or 30"),
            LoadAware.ESTIMATES);

    /** By measure. */
    private static final String[] OF_MEASURE = {"cpu", "memory", "gpu", "gpu-bandwidth", "gpu-memory", "disk", "network"
    };

    private static final Reason[] REASONS = {
        Reason.CPU_LOAD,
        Reason.MEMORY_LOAD,
        Reason.GPU_LOAD,
        Reason.GPU_BANDWIDTH_LOAD,
        Reason.GPU_MEMORY_LOAD,
        Reason.DISK_LOAD,
        Reason.NETWORK_LOAD
    };

    private static final Measure[] GPU_MEASURES = {Measure.GPU_ENGINE, Measure.GPU_DRAM, Measure.GPU_MEMORY};
    private static final int OF_GPUS =
            1 << Measure.GPU_ENGINE.ordinal() | 1 << Measure.GPU_DRAM.ordinal() | 1 << Measure.GPU_MEMORY.ordinal();

    private final Thresholds thresholds;
    private final Gauge gauge;

    /** @throws IllegalArgumentException where a parameter has no value that it may have */
    public Overload(Parameters parameters) {
        thresholds = thresholds(parameters);
        gauge = new Gauge(
                thresholds.span(),
                thresholds.statistic(),
                Estimate.KOORDINATOR,
                LoadAware.counting(parameters, Counting.MOST));
    }

    private static Parameter high(String name, String fallback, String what) {
        return new Parameter(name, Type.INTEGER, fallback, "threshold of " + what + ", per cent; 0 for none");
    }

    /** What {@code strategy} says is too much; nothing where it has no such rule, or names values that no rule takes. */
    public static Thresholds thresholds(StrategySpec strategy) {
        PolicySpec filter = strategy.policy(PolicyKind.FILTER);
        if (!filter.name().equals(NAME)) {
            return Thresholds.NONE;
        }
        try {
            return thresholds(new Parameters(NAME, PARAMETERS, filter.parameters()));
        } catch (IllegalArgumentException _) {
            // Whoever makes the strategy says so.
            return Thresholds.NONE;
        }
    }

    private static Thresholds thresholds(Parameters parameters) {
        int margin = percent(parameters, MARGIN);
        List<Integer> high = new ArrayList<>();
        List<Integer> low = new ArrayList<>();
        for (Measure measure : Measure.values()) {
            int bound = percent(parameters, OF_MEASURE[measure.ordinal()]);
            high.add(bound * OF_PERCENT);
            low.add(StrictMath.max(0, bound - margin) * OF_PERCENT);
        }
        Statistic statistic = Statistic.of(parameters.text(STATISTIC));
        return new Thresholds(statistic, Span.of(parameters.integer(SPAN)), high, low);
    }

    private static int percent(Parameters parameters, String name) {
        long percent = parameters.integer(name);
        if (percent < 0 || percent > 100) {
            throw new IllegalArgumentException("The parameter (" + name + ") of policy (" + NAME
                    + ") must be from 0 to 100 per cent, not (" + percent + ").");
        }
        return (int) percent;
    }

    /** What was measured where {@code reason} is in the way; null for other reasons. */
    public static @Nullable Measure measure(Reason reason) {
        for (Measure measure : Measure.values()) {
            if (REASONS[measure.ordinal()] == reason) {
                return measure;
            }
        }
        return null;
    }

    @Override
    public @Nullable Reason whyNot(Nodes nodes, int node, Shape shape) {
        NodeLoad load = Gauge.load(nodes, node, Freshness.DECAYED);
        if (load == null) {
            return null;
        }
        boolean shares = shape.gpus() > 0 && !shape.wholeGpus();
        int hot = shares ? load.hot() : load.hot() & ~OF_GPUS;
        if (hot != 0) {
            return REASONS[Integer.numberOfTrailingZeros(hot)];
        }
        Use beyond = gauge.unshown(nodes, node, load, shape).plus(gauge.of(nodes, shape));
        if (over(Measure.CPU, gauge.cpu(nodes, node, load, beyond))) {
            return Reason.CPU_LOAD;
        }
        if (over(Measure.MEMORY, gauge.memory(nodes, node, load, beyond))) {
            return Reason.MEMORY_LOAD;
        }
        for (int i = 0; shares && i < GPU_MEASURES.length; i++) {
            Measure measure = GPU_MEASURES[i];
            if (over(measure, gauge.device(nodes, node, load, beyond, measure))) {
                return REASONS[measure.ordinal()];
            }
        }
        return null;
    }

    private boolean over(Measure measure, double share) {
        int high = thresholds.highMilli().get(measure.ordinal());
        return high > 0 && share * WHOLE > high;
    }
}
