package io.berth.local.load;

import io.berth.live.clock.Clock;
import io.berth.local.device.Inventory;
import io.berth.local.launch.folder.TaskKey;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Looks at the load of this machine again and again, on one thread, and hands a listener the aggregate of each window. Whoever
 * makes one waits for nothing: meters are made, and so OSHI is loaded, on that thread.
 */
public final class LoadSampler implements AutoCloseable {
    private static final long CLOSE_SECONDS = 10;

    /** Errors whose words always differ would be said for ever. */
    private static final int MOST_NOTICES = 100;

    private final LoadOptions options;
    private final Sources sources;
    private final LoadListener listener;
    private final ScheduledExecutorService thread;
    private final WindowSum sum = new WindowSum();
    private final Set<String> said = new TreeSet<>();

    private @Nullable HostMeter meter;
    private boolean devicesResting;
    private @Nullable Look look;
    private long beginNanos;
    private volatile boolean closed;

    /**
     * Where the figures come from.
     *
     * @param clock times of windows and rates
     * @param host makes the meter of the host, {@code OshiMeter::new}; called once, on the sampling thread
     * @param devices the accelerators now, such as {@code discovery::sample}
     * @param ownership which processes are ours
     * @param notGuaranteed which processes are of no guaranteed task
     * @param tasks the tasks that are to be told of one by one, by their first processes
     */
    public record Sources(
            Clock clock,
            Supplier<HostMeter> host,
            Supplier<Inventory> devices,
            Ownership ownership,
            Ownership notGuaranteed,
            Supplier<Map<Integer, TaskKey>> tasks) {}

    /** All processes at one moment of the monotonic clock. */
    private record Look(List<ProcessReading> processes, long nanos) {}

    private LoadSampler(LoadOptions options, Sources sources, LoadListener listener) {
        this.options = options;
        this.sources = sources;
        this.listener = listener;
        thread = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().name("berth-load").daemon().factory());
    }

    /** Starts sampling. */
    public static LoadSampler start(LoadOptions options, Sources sources, LoadListener listener) {
        LoadSampler sampler = new LoadSampler(options, sources, listener);
        sampler.thread.execute(sampler::begin);
        sampler.thread.scheduleWithFixedDelay(
                sampler::sample, 0, options.interval().toNanos(), TimeUnit.NANOSECONDS);
        return sampler;
    }

    /** Ends sampling; the window that is open is dropped. Waits for a sample that is being taken. */
    @Override
    public void close() {
        closed = true;
        thread.shutdownNow();
        try {
            thread.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void begin() {
        beginNanos = sources.clock().wallNanos();
        try {
            meter = sources.host().get();
        } catch (RuntimeException | LinkageError e) {
            // Without its native parts (a noexec /tmp, an unknown platform) OSHI fails to link.
            say("the load of this machine cannot be measured: " + e);
        }
        look = look();
    }

    private void sample() {
        try {
            sampleHost();
            sampleDevices();
            sum.endSample();
            if (sum.samples() >= options.samplesPerWindow()) {
                closeWindow();
            }
        } catch (RuntimeException e) {
            // The listener's: a periodic task that throws is never run again.
            say("the load was not taken note of: " + e);
        }
    }

    private void sampleHost() {
        HostMeter host = meter;
        if (host == null) {
            return;
        }
        try {
            sum.addHost(host.read(), sources.clock().monotonicNanos());
        } catch (RuntimeException | LinkageError e) {
            say("the load of this machine was not measured: " + e);
        }
    }

    private void sampleDevices() {
        if (devicesResting) {
            return;
        }
        Inventory found = sources.devices().get();
        found.notices().forEach(this::say);
        sum.addDevices(found.devices());
        // A driver that hangs costs seconds each time; it is asked again in the next window.
        devicesResting = found.devices().isEmpty() && !found.notices().isEmpty();
    }

    private void closeWindow() {
        Look before = look;
        Look after = look();
        ProcessUses uses = before == null || after == null ? ProcessUses.NONE : uses(before, after);
        long endNanos = sources.clock().wallNanos();
        LoadWindow window = sum.close(beginNanos, endNanos, uses);
        look = after;
        beginNanos = endNanos;
        devicesResting = false;
        listener.window(window);
    }

    private ProcessUses uses(Look before, Look after) {
        long nanos = after.nanos() - before.nanos();
        ProcessUsage others = ProcessUsage.ofOthers(before.processes(), after.processes(), sources.ownership(), nanos);
        // Of processes that were not read before, nobody knows what they used since.
        if (before.processes().isEmpty()) {
            return new ProcessUses(others, null, Map.of());
        }
        ProcessUsage guaranteed =
                ProcessUsage.ofOthers(before.processes(), after.processes(), sources.notGuaranteed(), nanos);
        Map<Integer, TaskKey> asked = sources.tasks().get();
        Map<TaskKey, ProcessUsage> tasks = new LinkedHashMap<>();
        new Families(after.processes())
                .of(asked.keySet())
                .forEach((first, family) -> tasks.put(
                        Objects.requireNonNull(asked.get(first)),
                        ProcessUsage.between(before.processes(), family, nanos)));
        return new ProcessUses(others, guaranteed, tasks);
    }

    private @Nullable Look look() {
        HostMeter host = meter;
        if (host == null) {
            return null;
        }
        try {
            return new Look(host.processes(), sources.clock().monotonicNanos());
        } catch (RuntimeException | LinkageError e) {
            say("the processes of this machine were not read: " + e);
            return null;
        }
    }

    private void say(String line) {
        // A tool that is interrupted by the close has not failed.
        if (!closed && said.size() < MOST_NOTICES && said.add(line)) {
            listener.notice(line);
        }
    }
}
