package io.berth.local.device;

import org.jspecify.annotations.Nullable;

/**
 * What a task may hold as one device: a whole accelerator, or an instance of one in MIG mode.
 *
 * @param device the accelerator
 * @param instance the instance of it; null for the whole
 */
public record Unit(Accelerator device, @Nullable MigInstance instance) {
    /** The model, with the profile where it is an instance: {@code A100-1g.5gb}. */
    public String model() {
        return instance == null ? device.model() : device.model() + "-" + instance.profile();
    }

    /** True for a GPU of which instances are made as tasks need them: no task gets all of it. */
    public boolean cut() {
        return instance == null && !device.profiles().isEmpty();
    }

    /** Its own memory; 0 where unknown. */
    public long memoryBytes() {
        return instance == null ? device.memoryBytes() : instance.memoryBytes();
    }

    /** The name by which the vendor's runtime takes it; empty where there is none. */
    public String uuid() {
        return instance == null ? device.uuid() : instance.uuid();
    }
}
