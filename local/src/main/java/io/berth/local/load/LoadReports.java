package io.berth.local.load;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.load.Load;
import io.berth.core.cluster.load.LoadFigure;
import io.berth.core.cluster.load.LoadSamples;
import io.berth.core.cluster.load.Measure;
import io.berth.core.cluster.load.Span;
import io.berth.core.cluster.load.Statistic;
import io.berth.core.event.Event;
import io.berth.core.time.Nanos;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which measurements of this machine are worth an event: those of which a value differs from the last told by a twentieth of what the node
 * has, and one a minute in any case, so that what is known stays fresh.
 */
public final class LoadReports {
    private static final long LONGEST_NANOS = 60 * Nanos.SECOND;
    private static final int PARTS = 20;
    private static final double PERCENT = 100;
    private static final double MILLI_PER_PERCENT = 10;

    private final int node;
    private final NodeSpec spec;
    private final long machineCpuMilli;
    private final LoadSamples samples = new LoadSamples(List.of(Span.values()));
    private long toldNanos = Long.MIN_VALUE;
    private Load told = Load.NONE;

    /**
     * @param node the number of this machine
     * @param spec what of it is offered
     * @param cpus how many it has
     */
    public LoadReports(int node, NodeSpec spec, int cpus) {
        this.node = node;
        this.spec = spec;
        this.machineCpuMilli = cpus * 1000L;
    }

    /** The event of {@code window}; null where nothing of it is new. */
    public Event.@Nullable LoadObserved of(LoadWindow window) {
        samples.add(window.endNanos(), sample(window));
        Load load = samples.load();
        boolean due = toldNanos == Long.MIN_VALUE
                || window.endNanos() < toldNanos
                || window.endNanos() - toldNanos >= LONGEST_NANOS;
        if (load.figures().isEmpty() || !due && !differs(load)) {
            return null;
        }
        toldNanos = window.endNanos();
        told = load;
        return new Event.LoadObserved(node, load, 0);
    }

    private boolean differs(Load load) {
        for (LoadFigure figure : load.figures()) {
            long before = told.value(figure.span(), figure.measure(), Statistic.P99);
            if (Math.abs(figure.value(Statistic.P99) - before) >= step(figure.measure())) {
                return true;
            }
        }
        return false;
    }

    private long step(Measure measure) {
        return Math.max(
                1,
                switch (measure) {
                    case CPU -> spec.cpuMilli() / PARTS;
                    case MEMORY -> spec.memoryBytes() / PARTS;
                    case GPU_ENGINE, GPU_DRAM -> 1000L * spec.gpus() / PARTS;
                    case GPU_MEMORY -> 1L << 30;
                    case DISK, NETWORK -> Long.MAX_VALUE;
                });
    }

    private long[] sample(LoadWindow window) {
        long[] sample = new long[Measure.COUNT];
        Arrays.fill(sample, Load.UNKNOWN);
        put(sample, Measure.CPU, window.cpuBusyPercent().mean() / PERCENT * machineCpuMilli);
        put(sample, Measure.MEMORY, window.memoryUsedBytes().mean());
        put(sample, Measure.NETWORK, window.networkBytesPerSecond().mean());
        double busy = 0;
        double memory = 0;
        for (DeviceLoad device : window.devices()) {
            busy += device.busyPercent().samples() > 0 ? device.busyPercent().mean() * MILLI_PER_PERCENT : 0;
            memory += device.memoryUsedBytes().samples() > 0
                    ? device.memoryUsedBytes().mean()
                    : 0;
        }
        if (!window.devices().isEmpty()) {
            put(sample, Measure.GPU_ENGINE, busy);
            put(sample, Measure.GPU_MEMORY, memory);
        }
        return sample;
    }

    private static void put(long[] sample, Measure measure, double value) {
        sample[measure.ordinal()] = Double.isNaN(value) ? Load.UNKNOWN : Math.round(value);
    }
}
