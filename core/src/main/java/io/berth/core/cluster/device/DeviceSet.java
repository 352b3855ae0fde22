package io.berth.core.cluster.device;

import io.berth.core.cluster.device.link.Links;
import io.berth.core.cluster.device.mig.Mig;
import io.berth.core.cluster.device.mig.MigProfile;
import io.berth.core.workload.DeviceDemand.Acceptable;
import java.util.List;

/**
 * Devices of a node that are alike.
 *
 * @param count at least 1
 * @param kind the kind of accelerator, such as {@code gpu}
 * @param model their model; may be empty where it is unknown
 * @param memoryBytes memory of each; 0 where undeclared
 * @param links how they reach one another
 * @param rate what one of them costs
 * @param mig whether they are cut into instances, or are such
 */
public record DeviceSet(int count, String kind, String model, long memoryBytes, Links links, Rate rate, Mig mig) {
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
        if (links.known() && links.devices() != count) {
            throw new IllegalArgumentException(
                    "The links are of " + links.devices() + " devices, but there are " + count + ".");
        }
    }

    /** Devices of which neither links nor prices are known. */
    public DeviceSet(int count, String kind, String model, long memoryBytes) {
        this(count, kind, model, memoryBytes, Links.NONE, Rate.NONE, Mig.OFF);
    }

    /** These, each at {@code told}. */
    public DeviceSet withRate(Rate told) {
        return new DeviceSet(count, kind, model, memoryBytes, links, told, mig);
    }

    /** These, reaching one another by {@code known}. */
    public DeviceSet withLinks(Links known) {
        return new DeviceSet(count, kind, model, memoryBytes, known, rate, mig);
    }

    /** These, cut by {@code other}. */
    public DeviceSet withMig(Mig other) {
        return new DeviceSet(count, kind, model, memoryBytes, links, rate, other);
    }

    /** The names of the MIG profiles of which a task may get an instance here; none for whole devices. */
    public List<String> profiles() {
        return switch (mig) {
            case Mig.Off _ -> List.of();
            case Mig.Instance instance -> List.of(instance.profile());
            case Mig.Cut cut -> cut.profiles().stream().map(MigProfile::name).toList();
        };
    }

    /** GPUs of one model. */
    public static DeviceSet gpus(int count, String model, long memoryBytes) {
        return new DeviceSet(count, Acceptable.GPU, model, memoryBytes);
    }
}
