package io.berth.app.up;

import io.berth.console.load.NodeLoad;
import io.berth.console.load.NodeLoads;
import io.berth.console.view.job.JobEntry;
import io.berth.core.event.Event;
import io.berth.local.load.DeviceLoad;
import io.berth.local.load.Figure;
import io.berth.local.load.HostMeter;
import io.berth.local.load.HostReading;
import io.berth.local.load.LoadListener;
import io.berth.local.load.LoadOptions;
import io.berth.local.load.LoadReports;
import io.berth.local.load.LoadWindow;
import io.berth.local.load.OshiMeter;
import io.berth.local.load.OthersReports;
import io.berth.local.load.ProcessReading;
import io.berth.local.world.LocalWorld;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * What this machine does, for those who look: one sample in fifteen seconds, of which the counters of CPUs, disks and network cards
 * still give the mean of the whole time. The engine is told what others use, where that
 * counts, and what the machine does, where the strategy looks at that.
 */
final class MachineLoad implements LoadListener {
    /** A look asks the tools of the devices, which cost some tenths of a CPU second each time. */
    static final LoadOptions OPTIONS = new LoadOptions(Duration.ofSeconds(15), 1);

    private final NodeLoads loads;
    private final ToIntFunction<DeviceLoad> gpus;
    private final Consumer<String> notes;
    private final OthersReports others = new OthersReports(LocalWorld.NODE);
    private final @Nullable Consumer<Event> events;
    private final Measuring measuring;

    /**
     * What of what the machine does is told, and who is told.
     *
     * @param events who hears of the machine
     * @param windows who hears of each window as it is
     * @param processes true where it matters who uses what
     */
    record Measuring(
            LoadReports reports, Consumer<Event> events, Consumer<LoadWindow> windows, BooleanSupplier processes) {}

    /**
     * @param gpus the number of a device on the node; -1 where it is none that is offered
     * @param events gets what others use; null where that does not count
     * @param measuring who is told what the machine does
     */
    MachineLoad(
            NodeLoads loads,
            ToIntFunction<DeviceLoad> gpus,
            Consumer<String> notes,
            @Nullable Consumer<Event> events,
            Measuring measuring) {
        this.loads = loads;
        this.gpus = gpus;
        this.notes = notes;
        this.events = events;
        this.measuring = measuring;
    }

    /** The meter of this machine; processes, about a millisecond each, are read only where somebody asks whose they are. */
    HostMeter meter() {
        HostMeter whole = new OshiMeter();
        return new HostMeter() {
            @Override
            public HostReading read() {
                return whole.read();
            }

            @Override
            public List<ProcessReading> processes() {
                return events != null || measuring.processes.getAsBoolean() ? whole.processes() : List.of();
            }
        };
    }

    @Override
    public void window(LoadWindow window) {
        loads.put(LocalWorld.NODE, load(window));
        Event event = events == null || window.processes().others() == null
                ? null
                : others.of(window.processes().others());
        if (event != null && events != null) {
            events.accept(event);
        }
        measuring.windows.accept(window);
        Event load = measuring.reports.of(window);
        if (load != null) {
            measuring.events.accept(load);
        }
    }

    @Override
    public void notice(String line) {
        notes.accept(line);
    }

    private NodeLoad load(LoadWindow window) {
        List<NodeLoad.GpuLoad> devices = new ArrayList<>();
        for (DeviceLoad device : window.devices()) {
            int gpu = gpus.applyAsInt(device);
            if (gpu >= 0) {
                devices.add(new NodeLoad.GpuLoad(gpu, mean(device.busyPercent()), mean(device.memoryUsedBytes())));
            }
        }
        devices.sort(Comparator.comparingInt(NodeLoad.GpuLoad::gpu));
        return new NodeLoad(
                JobEntry.time(window.endNanos()),
                mean(window.cpuBusyPercent()),
                mean(window.memoryUsedBytes()),
                mean(window.diskBytesPerSecond()),
                mean(window.networkBytesPerSecond()),
                devices);
    }

    /** To a tenth: no figure is truer. */
    private static @Nullable Double mean(Figure figure) {
        return figure.samples() == 0 ? null : Math.rint(figure.mean() * 10) / 10;
    }
}
