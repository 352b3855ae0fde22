package io.berth.local.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.live.clock.Clock;
import io.berth.local.device.Inventory;
import io.berth.local.device.Vendor;
import io.berth.local.launch.folder.TaskKey;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class LoadSamplerTest {
    private static final LoadOptions FAST = new LoadOptions(Duration.ofMillis(1), 3);
    private static final long SECOND = 1_000_000_000L;

    private final BlockingQueue<LoadWindow> windows = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> notices = new LinkedBlockingQueue<>();

    private final LoadListener listener = new LoadListener() {
        @Override
        public void window(LoadWindow window) {
            windows.add(window);
        }

        @Override
        public void notice(String line) {
            notices.add(line);
        }
    };

    /** Works at half its two CPUs; each look is a second after the last. */
    private static final class SteadyHost implements HostMeter, Clock {
        private final AtomicLong seconds = new AtomicLong();

        @Override
        public HostReading read() {
            long now = seconds.incrementAndGet();
            return new HostReading(100 * now, 200 * now, 5_000, 10 * now, 20 * now);
        }

        @Override
        public List<ProcessReading> processes() {
            return List.of(new ProcessReading(1, 0, 0, "", 250 * seconds.get(), 4_000));
        }

        @Override
        public long wallNanos() {
            return 1_000 * SECOND + seconds.get() * SECOND;
        }

        @Override
        public long monotonicNanos() {
            return seconds.get() * SECOND;
        }
    }

    private static final TaskKey TASK = new TaskKey(7, 0, 3);

    private final SteadyHost host = new SteadyHost();

    @Test
    void aWindowIsTheAggregateOfItsSamples() throws InterruptedException {
        Inventory devices =
                new Inventory(List.of(WindowSumTest.device(Vendor.NVIDIA, 0, 40, 200)), List.of(), List.of());
        try (LoadSampler _ = start(() -> host, () -> devices)) {
            LoadWindow first = next(windows);
            LoadWindow second = next(windows);

            assertThat(first.cpuBusyPercent()).isEqualTo(new Figure(50, 50, 2));
            assertThat(second.cpuBusyPercent()).isEqualTo(new Figure(50, 50, 3));
            assertThat(second.diskBytesPerSecond().mean()).isEqualTo(10);
            assertThat(second.networkBytesPerSecond().mean()).isEqualTo(20);
            assertThat(second.processes().others()).isEqualTo(new ProcessUsage(250, 4_000));
            assertThat(second.processes().tasks()).containsExactly(Map.entry(TASK, new ProcessUsage(250, 4_000)));
            assertThat(second.beginNanos()).isEqualTo(first.endNanos());
            assertThat(second.devices())
                    .singleElement()
                    .satisfies(device -> assertThat(device.busyPercent()).isEqualTo(new Figure(40, 40, 3)));
        }
        assertThat(notices).isEmpty();
    }

    @Test
    void whoeverStartsItWaitsForNothing() throws InterruptedException {
        CountDownLatch mayLoad = new CountDownLatch(1);
        AtomicReference<String> thread = new AtomicReference<>();
        Supplier<HostMeter> slow = () -> {
            await(mayLoad);
            thread.set(Thread.currentThread().getName());
            return host;
        };

        try (LoadSampler _ = start(slow, () -> Inventory.NONE)) {
            assertThat(thread.get()).isNull();
            mayLoad.countDown();
            next(windows);
            assertThat(thread).hasValue("berth-load");
        }
    }

    @Test
    void aMeterThatCannotBeLoadedIsSaidOnceAndDevicesAreStillMeasured() throws InterruptedException {
        Inventory devices = new Inventory(List.of(WindowSumTest.device(Vendor.ASCEND, 2, 7, 90)), List.of(), List.of());
        Supplier<HostMeter> broken = () -> {
            throw new UnsatisfiedLinkError("libjnidispatch.so: failed to map");
        };
        try (LoadSampler _ = start(broken, () -> devices)) {
            next(windows);
            LoadWindow window = next(windows);

            assertThat(window.cpuBusyPercent()).isEqualTo(Figure.NONE);
            assertThat(window.processes().others()).isNull();
            assertThat(window.devices()).hasSize(1);
        }
        assertThat(notices).singleElement().asString().contains("cannot be measured", "failed to map");
    }

    @Test
    void aFailingSampleDoesNotEndSampling() throws InterruptedException {
        AtomicInteger reads = new AtomicInteger();
        HostMeter failing = new HostMeter() {
            @Override
            public HostReading read() {
                if (reads.getAndIncrement() % 2 == 0) {
                    throw new IllegalStateException("/proc/stat is gone");
                }
                return host.read();
            }

            @Override
            public List<ProcessReading> processes() {
                throw new IllegalStateException("/proc is gone");
            }
        };
        try (LoadSampler _ = start(() -> failing, () -> Inventory.NONE)) {
            next(windows);
            LoadWindow window = next(windows);

            assertThat(window.memoryUsedBytes().samples()).isBetween(1, 2);
            assertThat(window.processes().others()).isNull();
        }
        assertThat(notices).hasSize(2).allSatisfy(notice -> assertThat(notice).contains("is gone"));
    }

    @Test
    void aToolThatFailsIsAskedAgainInTheNextWindow() throws InterruptedException {
        AtomicInteger asked = new AtomicInteger();
        Supplier<Inventory> hanging = () -> {
            asked.incrementAndGet();
            return new Inventory(List.of(), List.of(), List.of("nvidia-smi: no answer within 5 s"));
        };
        AtomicInteger askedInFirst = new AtomicInteger();
        LoadListener counting = new LoadListener() {
            @Override
            public void window(LoadWindow window) {
                askedInFirst.compareAndSet(0, asked.get());
                windows.add(window);
            }

            @Override
            public void notice(String line) {
                notices.add(line);
            }
        };
        var sources =
                new LoadSampler.Sources(host, () -> host, hanging, _ -> Set.of(), _ -> Set.of(), () -> Map.of(1, TASK));
        try (LoadSampler _ = LoadSampler.start(FAST, sources, counting)) {
            next(windows);
            next(windows);
        }
        assertThat(askedInFirst).hasValue(1);
        assertThat(asked).hasValueGreaterThanOrEqualTo(2);
        assertThat(notices).containsExactly("nvidia-smi: no answer within 5 s");
    }

    @Test
    void aListenerThatThrowsHearsTheNextWindow() throws InterruptedException {
        LoadListener angry = new LoadListener() {
            @Override
            public void window(LoadWindow window) {
                windows.add(window);
                throw new IllegalStateException("not now");
            }

            @Override
            public void notice(String line) {
                notices.add(line);
            }
        };
        var sources = new LoadSampler.Sources(
                host, () -> host, () -> Inventory.NONE, _ -> Set.of(), _ -> Set.of(), () -> Map.of(1, TASK));
        try (LoadSampler _ = LoadSampler.start(FAST, sources, angry)) {
            next(windows);
            next(windows);
        }
        assertThat(notices).singleElement().asString().contains("not now");
    }

    @Test
    void optionsThatNeverSampleAreRefused() {
        assertThatThrownBy(() -> new LoadOptions(Duration.ZERO, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new LoadOptions(Duration.ofSeconds(1), 0))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private LoadSampler start(Supplier<HostMeter> meter, Supplier<Inventory> devices) {
        return LoadSampler.start(
                FAST,
                new LoadSampler.Sources(host, meter, devices, _ -> Set.of(), _ -> Set.of(), () -> Map.of(1, TASK)),
                listener);
    }

    private static <T> T next(BlockingQueue<T> queue) throws InterruptedException {
        return Objects.requireNonNull(queue.poll(1, TimeUnit.MINUTES), "nothing came");
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
