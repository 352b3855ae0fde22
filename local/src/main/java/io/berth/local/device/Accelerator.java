package io.berth.local.device;

import io.berth.core.cluster.device.mig.MigProfile;
import java.util.List;

/**
 * One device as the vendor's tool describes it.
 *
 * @param vendor who made it
 * @param index its number among the devices of that vendor, as the tool counts
 * @param uuid the name by which the vendor's runtime takes it wherever it is plugged in; empty where there is none
 * @param model its model, cut to what tells one from another: {@code H100}, {@code MI300X}, {@code Ascend910B3}
 * @param rawModel the same as the tool writes it
 * @param address its PCI address; empty where unknown
 * @param memoryBytes its memory; 0 where unknown
 * @param numaNode the host memory next to it, from 0; {@link #UNKNOWN} where unknown
 * @param migMode whether it is cut into instances
 * @param instances those instances
 * @param profiles in what sizes instances of it may be made here; none where none may
 * @param reading what it did when the tool was asked
 */
public record Accelerator(
        Vendor vendor,
        int index,
        String uuid,
        String model,
        String rawModel,
        String address,
        long memoryBytes,
        int numaNode,
        MigMode migMode,
        List<MigInstance> instances,
        List<MigProfile> profiles,
        Reading reading) {
    /** No number. */
    public static final int UNKNOWN = -1;

    public Accelerator {
        instances = List.copyOf(instances);
        profiles = List.copyOf(profiles);
    }

    /** One of which no instances are made, and none are there. */
    public Accelerator(
            Vendor vendor,
            int index,
            String uuid,
            String model,
            String rawModel,
            String address,
            long memoryBytes,
            int numaNode,
            MigMode migMode,
            Reading reading) {
        this(
                vendor,
                index,
                uuid,
                model,
                rawModel,
                address,
                memoryBytes,
                numaNode,
                migMode,
                List.of(),
                List.of(),
                reading);
    }

    /** The same with {@code uuid}. */
    public Accelerator withUuid(String uuid) {
        return new Accelerator(
                vendor,
                index,
                uuid,
                model,
                rawModel,
                address,
                memoryBytes,
                numaNode,
                migMode,
                instances,
                profiles,
                reading);
    }

    /** The same with {@code memoryBytes}. */
    public Accelerator withMemory(long memoryBytes) {
        return new Accelerator(
                vendor,
                index,
                uuid,
                model,
                rawModel,
                address,
                memoryBytes,
                numaNode,
                migMode,
                instances,
                profiles,
                reading);
    }

    /** The same beside the host memory {@code numaNode}. */
    public Accelerator withNumaNode(int numaNode) {
        return new Accelerator(
                vendor,
                index,
                uuid,
                model,
                rawModel,
                address,
                memoryBytes,
                numaNode,
                migMode,
                instances,
                profiles,
                reading);
    }

    /** The same cut into {@code instances}. */
    public Accelerator withInstances(List<MigInstance> instances) {
        return new Accelerator(
                vendor,
                index,
                uuid,
                model,
                rawModel,
                address,
                memoryBytes,
                numaNode,
                migMode,
                instances,
                profiles,
                reading);
    }

    /** The same of which instances of {@code profiles} may be made. */
    public Accelerator withProfiles(List<MigProfile> profiles) {
        return new Accelerator(
                vendor,
                index,
                uuid,
                model,
                rawModel,
                address,
                memoryBytes,
                numaNode,
                migMode,
                instances,
                profiles,
                reading);
    }

    /** The same doing what {@code reading} says. */
    public Accelerator withReading(Reading reading) {
        return new Accelerator(
                vendor,
                index,
                uuid,
                model,
                rawModel,
                address,
                memoryBytes,
                numaNode,
                migMode,
                instances,
                profiles,
                reading);
    }
}
