package io.berth.local.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.local.device.Accelerator;
import io.berth.local.device.MigMode;
import io.berth.local.device.Reading;
import io.berth.local.device.Vendor;
import java.util.List;
import org.junit.jupiter.api.Test;

class WindowSumTest {
    private static final long SECOND = 1_000_000_000L;

    private final WindowSum sum = new WindowSum();

    @Test
    void ratesAreOfTheTimeBetweenSamples() {
        sum.addHost(new HostReading(0, 0, 100, 1_000, 5_000), 0);
        sum.addHost(new HostReading(50, 200, 300, 3_000, 5_000), 2 * SECOND);
        sum.addHost(new HostReading(150, 300, 200, 9_000, 6_000), 3 * SECOND);

        LoadWindow window = sum.close(10, 20, ProcessUses.NONE);

        assertThat(window.beginNanos()).isEqualTo(10);
        assertThat(window.endNanos()).isEqualTo(20);
        assertThat(window.cpuBusyPercent()).isEqualTo(new Figure(62.5, 100, 2));
        assertThat(window.memoryUsedBytes()).isEqualTo(new Figure(200, 300, 3));
        assertThat(window.diskBytesPerSecond()).isEqualTo(new Figure(3_500, 6_000, 2));
        assertThat(window.networkBytesPerSecond()).isEqualTo(new Figure(500, 1_000, 2));
    }

    @Test
    void theNextWindowBeginsWhereTheLastEnded() {
        sum.addHost(new HostReading(0, 0, 0, 0, 0), 0);
        sum.endSample();
        assertThat(sum.samples()).isOne();
        sum.close(0, 0, ProcessUses.NONE);
        sum.addHost(new HostReading(1, 4, 0, 0, 0), SECOND);

        assertThat(sum.samples()).isZero();
        assertThat(sum.close(0, 0, ProcessUses.NONE).cpuBusyPercent()).isEqualTo(new Figure(25, 25, 1));
    }

    @Test
    void aCounterThatWentBackSaysNothing() {
        sum.addHost(new HostReading(100, 200, 0, 9_000, 9_000), 0);
        sum.addHost(new HostReading(50, 100, 0, 0, 10_000), SECOND);

        LoadWindow window = sum.close(0, 0, ProcessUses.NONE);

        assertThat(window.cpuBusyPercent()).isEqualTo(Figure.NONE);
        assertThat(window.diskBytesPerSecond()).isEqualTo(Figure.NONE);
        assertThat(window.networkBytesPerSecond().mean()).isEqualTo(1_000);
    }

    @Test
    void devicesAreAddedUpEachAndWhatTheyDoNotTellIsNoSample() {
        sum.addDevices(List.of(device(Vendor.AMD, 0, 10, 300), device(Vendor.NVIDIA, 1, 0, 100)));
        sum.addDevices(List.of(device(Vendor.AMD, 0, 30, Double.NaN), device(Vendor.NVIDIA, 1, 100, 200)));

        LoadWindow window = sum.close(0, 0, ProcessUses.NONE);

        assertThat(window.devices()).extracting(DeviceLoad::vendor).containsExactly(Vendor.NVIDIA, Vendor.AMD);
        assertThat(window.devices().getFirst().busyPercent()).isEqualTo(new Figure(50, 100, 2));
        assertThat(window.devices().getLast().powerWatts()).isEqualTo(new Figure(300, 300, 1));
        assertThat(window.devices().getLast().temperatureCelsius()).isEqualTo(Figure.NONE);
        assertThat(sum.close(0, 0, ProcessUses.NONE).devices()).isEmpty();
    }

    static Accelerator device(Vendor vendor, int index, double busyPercent, double powerWatts) {
        return new Accelerator(
                vendor,
                index,
                "",
                "X",
                "X",
                "",
                1,
                Accelerator.UNKNOWN,
                MigMode.UNSUPPORTED,
                new Reading(busyPercent, 0, Double.NaN, powerWatts));
    }
}
