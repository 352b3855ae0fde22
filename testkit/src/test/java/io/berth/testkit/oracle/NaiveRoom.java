package io.berth.testkit.oracle;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.workload.Demand;
import java.util.Arrays;

/** What is left of a node at some time: its resources, and the thousandths and memory of each device. */
final class NaiveRoom {
    private static final int RESOURCES = 6;

    private final NodeSpec spec;
    private final long[] left;
    private final long[] gpuMilli;
    private final long[] gpuMemory;

    private NaiveRoom(NodeSpec spec, long[] left, long[] gpuMilli, long[] gpuMemory) {
        this.spec = spec;
        this.left = left;
        this.gpuMilli = gpuMilli;
        this.gpuMemory = gpuMemory;
    }

    /** All of a node but what {@code others} hold of its CPU and memory. */
    static NaiveRoom of(NodeSpec spec, long othersCpuMilli, long othersMemoryBytes) {
        long[] left = {
            spec.cpuMilli() - othersCpuMilli,
            spec.memoryBytes() - othersMemoryBytes,
            spec.diskBytes(),
            spec.diskIoBytesPerSecond(),
            spec.networkBytesPerSecond(),
            spec.maxTasks()
        };
        long[] gpuMilli = new long[spec.gpus()];
        long[] gpuMemory = new long[spec.gpus()];
        Arrays.fill(gpuMilli, 1000);
        Arrays.fill(gpuMemory, spec.gpuMemoryBytes());
        return new NaiveRoom(spec, left, gpuMilli, gpuMemory);
    }

    /** Of everything the smaller of what this and {@code other} have; both of one node. */
    NaiveRoom smaller(NaiveRoom other) {
        NaiveRoom smaller = new NaiveRoom(spec, left.clone(), gpuMilli.clone(), gpuMemory.clone());
        for (int i = 0; i < RESOURCES; i++) {
            smaller.left[i] = Math.min(left[i], other.left[i]);
        }
        for (int gpu = 0; gpu < spec.gpus(); gpu++) {
            smaller.gpuMilli[gpu] = Math.min(gpuMilli[gpu], other.gpuMilli[gpu]);
            smaller.gpuMemory[gpu] = Math.min(gpuMemory[gpu], other.gpuMemory[gpu]);
        }
        return smaller;
    }

    void take(Demand d, long mask) {
        for (int i = 0; i < RESOURCES; i++) {
            left[i] -= asked(d, i);
        }
        for (int gpu = 0; gpu < spec.gpus(); gpu++) {
            if ((mask & 1L << gpu) != 0) {
                gpuMilli[gpu] -= d.gpuMilli();
                gpuMemory[gpu] -= d.gpuMilli() == 1000 ? gpuMemory[gpu] : d.gpuMemoryBytes();
            }
        }
    }

    boolean fits(Demand d) {
        for (int i = 0; i < RESOURCES; i++) {
            if (asked(d, i) > 0 && asked(d, i) > left[i]) {
                return false;
            }
        }
        return d.gpus() == 0 || gpusFit(d);
    }

    /** The idle devices that a task of whole devices gets: those of the lowest numbers. */
    long idleDevices(int wanted) {
        long mask = 0;
        for (int gpu = 0; gpu < spec.gpus() && Long.bitCount(mask) < wanted; gpu++) {
            boolean idle = gpuMilli[gpu] == 1000 && gpuMemory[gpu] == spec.gpuMemoryBytes();
            mask |= idle ? 1L << gpu : 0;
        }
        return mask;
    }

    /** The devices that a task gets, which fits, where no policy has a say: a share the device with the least left. */
    long devices(Demand d) {
        if (d.gpus() == 0 || d.gpuMilli() == 1000) {
            return idleDevices(d.gpus());
        }
        int best = -1;
        for (int gpu = 0; gpu < spec.gpus(); gpu++) {
            if (shareFits(gpu, d) && (best < 0 || gpuMilli[gpu] < gpuMilli[best])) {
                best = gpu;
            }
        }
        return 1L << best;
    }

    private boolean gpusFit(Demand d) {
        if (!d.gpuModels().isEmpty() && !d.gpuModels().contains(spec.gpuModel())) {
            return false;
        }
        if (d.gpuMilli() == 1000) {
            return d.gpuMemoryBytes() <= spec.gpuMemoryBytes() && Long.bitCount(idleDevices(d.gpus())) == d.gpus();
        }
        for (int gpu = 0; gpu < spec.gpus(); gpu++) {
            if (shareFits(gpu, d)) {
                return true;
            }
        }
        return false;
    }

    private boolean shareFits(int gpu, Demand d) {
        return gpuMilli[gpu] >= d.gpuMilli() && gpuMemory[gpu] >= d.gpuMemoryBytes();
    }

    private static long asked(Demand d, int resource) {
        return switch (resource) {
            case 0 -> d.cpuMilli();
            case 1 -> d.memoryBytes();
            case 2 -> d.diskBytes();
            case 3 -> d.diskIoBytesPerSecond();
            case 4 -> d.networkBytesPerSecond();
            default -> 1;
        };
    }
}
