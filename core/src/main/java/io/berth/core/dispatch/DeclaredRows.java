package io.berth.core.dispatch;

import java.util.Arrays;

/** What servers declare, by server number. */
final class DeclaredRows {
    int[] slots = {};
    long[] speedMilli = {};
    long[] capacityMilli = {};
    int[] weight = {};
    long[] memoryBytes = {};
    long[] loadTimeNanos = {};

    void grow(int size) {
        slots = Arrays.copyOf(slots, size);
        speedMilli = Arrays.copyOf(speedMilli, size);
        capacityMilli = Arrays.copyOf(capacityMilli, size);
        weight = Arrays.copyOf(weight, size);
        memoryBytes = Arrays.copyOf(memoryBytes, size);
        loadTimeNanos = Arrays.copyOf(loadTimeNanos, size);
    }

    void set(int server, ServerSpec spec) {
        slots[server] = spec.slots();
        speedMilli[server] = spec.speedMilli();
        capacityMilli[server] = spec.capacityMilli();
        weight[server] = spec.weight();
        memoryBytes[server] = spec.memoryBytes();
        loadTimeNanos[server] = spec.loadNanos();
    }
}
