package io.berth.kube.share;

import io.berth.core.workload.DeviceDemand;
import java.util.List;
import java.util.function.Predicate;

/**
 * What a pod asks for of shared devices.
 *
 * @param kind of accelerator
 * @param parts by container, in the order of the pod; not empty
 * @param models which models will do
 */
public record ShareAsk(String kind, List<Part> parts, Predicate<String> models) {
    /**
     * What one container asks for.
     *
     * @param container which of the pod's, from 0
     * @param devices how many, at least 1
     * @param coreMilli thousandths of the compute of each; 0 where it does not matter
     * @param memory of each
     */
    public record Part(int container, int devices, int coreMilli, Memory memory) {
        /** True where nobody else gets anything of these devices. */
        boolean whole() {
            return coreMilli == DeviceDemand.WHOLE_MILLI || memory.milli == DeviceDemand.WHOLE_MILLI;
        }
    }

    /**
     * Memory of a device: so much, or such a part.
     *
     * @param mib MiB; 0 where it is a part
     * @param milli thousandths of all; 0 where {@code mib} says it, or where it does not matter
     */
    public record Memory(long mib, int milli) {
        /** All of it. */
        public static final Memory ALL = new Memory(0, DeviceDemand.WHOLE_MILLI);

        /** Of a device with {@code ofMib} in all. A part is the whole MiB in it, as agents reckon. */
        public long mib(long ofMib) {
            return milli == 0 ? mib : milli == DeviceDemand.WHOLE_MILLI ? ofMib : ofMib * milli / 1000;
        }

        /** True where it depends on the device how much it is. */
        boolean ofDevice() {
            return milli > 0 && milli < DeviceDemand.WHOLE_MILLI;
        }
    }

    /** How many devices all containers have together. */
    public int devices() {
        return parts.stream().mapToInt(Part::devices).sum();
    }

    /** True where how much it asks for depends on the memory of the device. */
    boolean ofDevice() {
        return devices() == 1
                && !parts.getFirst().whole()
                && parts.getFirst().memory.ofDevice();
    }
}
