package io.berth.local.load;

import io.berth.local.device.Accelerator;
import io.berth.local.device.Reading;
import io.berth.local.device.Vendor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Adds up the samples of a window. Rates are of the time between two samples, the last of the window before included. */
final class WindowSum {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double PERCENT = 100;

    private Figure.Sum cpu = new Figure.Sum();
    private Figure.Sum memory = new Figure.Sum();
    private Figure.Sum disk = new Figure.Sum();
    private Figure.Sum network = new Figure.Sum();
    private final Map<Device, DeviceSum> devices = new TreeMap<>();

    private @Nullable HostReading last;
    private long lastNanos;
    private int samples;

    private record Device(Vendor vendor, int index) implements Comparable<Device> {
        @Override
        public int compareTo(Device other) {
            int byVendor = vendor.compareTo(other.vendor);
            return byVendor == 0 ? Integer.compare(index, other.index) : byVendor;
        }
    }

    private record DeviceSum(Figure.Sum busy, Figure.Sum memory, Figure.Sum temperature, Figure.Sum power) {
        DeviceSum() {
            this(new Figure.Sum(), new Figure.Sum(), new Figure.Sum(), new Figure.Sum());
        }

        void add(Reading reading) {
            busy.add(reading.busyPercent());
            memory.add(reading.memoryUsedBytes());
            temperature.add(reading.temperatureCelsius());
            power.add(reading.powerWatts());
        }

        DeviceLoad load(Device device) {
            return new DeviceLoad(
                    device.vendor(),
                    device.index(),
                    busy.figure(),
                    memory.figure(),
                    temperature.figure(),
                    power.figure());
        }
    }

    /** Samples of this window. */
    int samples() {
        return samples;
    }

    /** A sample of the host, taken at {@code nanos} of a monotonic clock. */
    void addHost(HostReading reading, long nanos) {
        memory.add(reading.memoryUsedBytes());
        HostReading old = last;
        if (old != null && nanos > lastNanos) {
            double seconds = (double) (nanos - lastNanos) / NANOS_PER_SECOND;
            cpu.add(PERCENT
                    * ratio(reading.cpuBusyTicks() - old.cpuBusyTicks(), (double)
                            (reading.cpuTotalTicks() - old.cpuTotalTicks())));
            disk.add(ratio(reading.diskBytes() - old.diskBytes(), seconds));
            network.add(ratio(reading.networkBytes() - old.networkBytes(), seconds));
        }
        last = reading;
        lastNanos = nanos;
    }

    /** NaN where a counter went back: a disk or card was taken away, or the counter began anew. */
    private static double ratio(long difference, double whole) {
        return difference < 0 || whole <= 0 ? Double.NaN : (double) difference / whole;
    }

    /** A sample of the devices. */
    void addDevices(List<Accelerator> sampled) {
        for (Accelerator device : sampled) {
            devices.computeIfAbsent(new Device(device.vendor(), device.index()), _ -> new DeviceSum())
                    .add(device.reading());
        }
    }

    /** A sample is complete. */
    void endSample() {
        samples++;
    }

    /** The window from {@code beginNanos} to {@code endNanos}, UTC; the next one begins empty. */
    LoadWindow close(long beginNanos, long endNanos, ProcessUses processes) {
        List<DeviceLoad> loads = new ArrayList<>();
        devices.forEach((device, sum) -> loads.add(sum.load(device)));
        LoadWindow window = new LoadWindow(
                beginNanos, endNanos, cpu.figure(), memory.figure(), disk.figure(), network.figure(), processes, loads);
        cpu = new Figure.Sum();
        memory = new Figure.Sum();
        disk = new Figure.Sum();
        network = new Figure.Sum();
        devices.clear();
        samples = 0;
        return window;
    }
}
