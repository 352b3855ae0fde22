package io.berth.core.cluster.spare;

import io.berth.core.cluster.device.DeviceLayout;
import io.berth.core.decision.Grant;
import io.berth.core.workload.Demand;
import java.util.Arrays;
import java.util.function.IntToLongFunction;

/**
 * Amounts of one node of all that best-effort tasks may get, device by device: thousandths of CPUs, bytes of memory, then thousandths of each
 * device, then bytes of the memory of each. It never changes.
 */
public final class Amount {
    /** Where nobody knows. */
    public static final long UNKNOWN = -1;

    private static final int FIRST_DEVICE = 2;

    private final long[] values;

    /** What a value is an amount of. */
    public enum Part {
        CPU,
        MEMORY,
        ENGINE,
        DEVICE_MEMORY
    }

    private Amount(long[] values) {
        this.values = values;
    }

    /** Of a node of so many {@code devices}, value by value as {@code value} says. */
    public static Amount of(int devices, IntToLongFunction value) {
        long[] values = new long[FIRST_DEVICE + 2 * devices];
        Arrays.setAll(values, value);
        return new Amount(values);
    }

    /** Nothing of a node of so many devices. */
    public static Amount nothing(int devices) {
        return of(devices, _ -> 0);
    }

    /** What a task of {@code demand} holds by {@code grant} of a node that has {@code layout}; whole devices with all their memory. */
    public static Amount held(Demand demand, Grant grant, DeviceLayout layout) {
        int devices = layout.count();
        return of(devices, i -> switch (part(i, devices)) {
            case CPU -> demand.cpuMilli();
            case MEMORY -> demand.memoryBytes();
            case ENGINE -> grant.has(device(i, devices)) ? demand.gpuMilli() : 0;
            case DEVICE_MEMORY -> {
                boolean whole = demand.wholeGpus();
                int device = device(i, devices);
                long bytes = whole ? layout.setOf(device).memoryBytes() : demand.gpuMemoryBytes();
                yield grant.has(device) ? bytes : 0;
            }
        });
    }

    /** What value {@code i} of a node of so many {@code devices} is an amount of. */
    public static Part part(int i, int devices) {
        if (i < FIRST_DEVICE) {
            return i == 0 ? Part.CPU : Part.MEMORY;
        }
        return i < FIRST_DEVICE + devices ? Part.ENGINE : Part.DEVICE_MEMORY;
    }

    /** Of which device value {@code i} of a node of so many {@code devices} is an amount. */
    public static int device(int i, int devices) {
        return (i - FIRST_DEVICE) % StrictMath.max(1, devices);
    }

    /** How many devices. */
    public int devices() {
        return (values.length - FIRST_DEVICE) / 2;
    }

    /** How many values there are. */
    public int size() {
        return values.length;
    }

    /** Value {@code i}. */
    public long value(int i) {
        return values[i];
    }

    public long cpuMilli() {
        return values[0];
    }

    public long memoryBytes() {
        return values[1];
    }

    /** Thousandths of device {@code device}. */
    public long milli(int device) {
        return values[FIRST_DEVICE + device];
    }

    /** Of the memory of device {@code device}. */
    public long deviceBytes(int device) {
        return values[FIRST_DEVICE + devices() + device];
    }

    /** This and {@code other} together ({@code sign} 1), or this less that (-1); nothing of no devices goes with any. */
    public Amount plus(Amount other, int sign) {
        if (devices() != other.devices()) {
            return values.length < other.values.length
                    ? nothing(other.devices()).plus(other, sign)
                    : this;
        }
        return of(devices(), i -> values[i] + sign * other.values[i]);
    }

    /** The smaller of this and {@code other}, value by value; nothing where they are of other devices. */
    public Amount least(Amount other) {
        return devices() == other.devices()
                ? of(devices(), i -> StrictMath.min(values[i], other.values[i]))
                : nothing(devices());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Amount amount && Arrays.equals(values, amount.values);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(values);
    }

    @Override
    public String toString() {
        return Arrays.toString(values);
    }
}
