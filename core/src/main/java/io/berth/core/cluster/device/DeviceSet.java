package io.berth.core.cluster.device;

import io.berth.core.workload.DeviceDemand.Acceptable;

/**
 * Devices of a node that are alike.
 *
 * @param count at least 1
 * @param kind the kind of accelerator, such as {@code gpu}
 * @param model their model; may be empty where it is unknown
 * @param memoryBytes memory of each; 0 where undeclared
 */
public record DeviceSet(int count, String kind, String model, long memoryBytes) {
    public DeviceSet {
        if (count < 1) {
            throw new IllegalArgumentException("The gpus (" + count + ") of a node must be 0 to 63.");
        }
        if (kind.isBlank()) {
            throw new IllegalArgumentException("The kind of devices must not be blank; GPUs are of kind gpu.");
        }
        if (memoryBytes < 0) {
            throw new IllegalArgumentException("The memory (" + memoryBytes + ") of devices must not be negative.");
        }
    }

    /** GPUs of one model. */
    public static DeviceSet gpus(int count, String model, long memoryBytes) {
        return new DeviceSet(count, Acceptable.GPU, model, memoryBytes);
    }
}
