package io.berth.local.load;

import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.spare.Amount;
import io.berth.core.event.Event;
import io.berth.core.spare.GuaranteedSamples;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToIntFunction;

/**
 * What all but best-effort tasks use of this machine, as an event for each window, once somebody asks for what is not used. Of a device
 * nobody says which of its processes keep it busy: what best-effort tasks hold of it counts as theirs, the rest as that of the others.
 */
public final class GuaranteedReports {
    private static final double MILLI_PER_PERCENT = 10;

    private final int node;
    private final ToIntFunction<DeviceLoad> gpus;
    private final GuaranteedSamples samples = new GuaranteedSamples();
    private volatile boolean wanted;

    /**
     * @param node the number of this machine
     * @param gpus the number of a device on the node; -1 where it is none that is offered
     */
    public GuaranteedReports(int node, ToIntFunction<DeviceLoad> gpus) {
        this.node = node;
        this.gpus = gpus;
    }

    /** True where processes are to be looked at; from any thread. */
    public boolean wanted() {
        return wanted;
    }

    /** The event of {@code window}; none where nobody asks, or the processes were not looked at. Always on one thread. */
    public List<Event> of(LoadWindow window, NodeTable nodes) {
        wanted = nodes.spare().wanted();
        ProcessUsage used = window.processes().guaranteed();
        if (!wanted || used == null || nodes.count() <= node) {
            return List.of();
        }
        samples.add(window.endNanos(), sample(window, used, nodes));
        return List.of(new Event.GuaranteedObserved(node, samples.used(), 0));
    }

    private Amount sample(LoadWindow window, ProcessUsage used, NodeTable nodes) {
        int devices = nodes.gpus(node);
        long[] engines = new long[devices];
        long[] bytes = new long[devices];
        Arrays.fill(engines, Amount.UNKNOWN);
        Arrays.fill(bytes, Amount.UNKNOWN);
        Amount held = nodes.spare().held(node);
        for (DeviceLoad device : window.devices()) {
            int gpu = gpus.applyAsInt(device);
            if (gpu >= 0 && gpu < devices) {
                boolean holds = held.devices() > gpu;
                engines[gpu] = rest(device.busyPercent(), MILLI_PER_PERCENT, holds ? held.milli(gpu) : 0);
                bytes[gpu] = rest(device.memoryUsedBytes(), 1, holds ? held.deviceBytes(gpu) : 0);
            }
        }
        // Pages that several share count for each of them: all together hold no more than the machine says.
        long memory = window.memoryUsedBytes().samples() == 0
                ? used.memoryBytes()
                : Math.min(
                        used.memoryBytes(), Math.round(window.memoryUsedBytes().mean()));
        return Amount.of(devices, i -> switch (Amount.part(i, devices)) {
            case CPU -> used.cpuMilli();
            case MEMORY -> memory;
            case ENGINE -> engines[Amount.device(i, devices)];
            case DEVICE_MEMORY -> bytes[Amount.device(i, devices)];
        });
    }

    private static long rest(Figure figure, double unit, long held) {
        return figure.samples() == 0 ? Amount.UNKNOWN : Math.max(0, Math.round(figure.mean() * unit) - held);
    }
}
