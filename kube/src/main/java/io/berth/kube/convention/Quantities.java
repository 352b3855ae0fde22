package io.berth.kube.convention;

import io.berth.core.workload.Amounts;
import io.berth.core.workload.ExtendedResource;
import io.berth.kube.object.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Quantities by resource as amounts. One that cannot be read counts as nothing that is there, and more than any that is wanted. */
final class Quantities {
    static final String CPU = "cpu";
    static final String MEMORY = "memory";
    static final String DISK = "ephemeral-storage";
    static final String PODS = "pods";

    /** Before the name of a driver: volumes that it attaches (k8s.io/component-helpers, AttachableVolumes). */
    static final String ATTACHED = "attachable-volumes-csi-";

    /** Nothing has more. Sums of so much, over as many pods as a node may have, stay within 63 bits. */
    static final long MOST = 1L << 52;

    private Quantities() {}

    /** What is there of {@code resource}: thousandths of CPUs, whole units of all else. */
    static long there(String resource, String quantity) {
        try {
            return Math.clamp(units(resource, quantity), 0, MOST);
        } catch (IllegalArgumentException e) {
            return 0;
        }
    }

    /** What is wanted of {@code resource}, in the same units; more than {@link #MOST} where it is more than any node has. */
    static long wanted(String resource, String quantity) {
        try {
            return Math.clamp(units(resource, quantity), 0, MOST + 1);
        } catch (IllegalArgumentException e) {
            return MOST + 1;
        }
    }

    /** Both together; what is more than any node has stays so. */
    static long sum(long one, long other) {
        return Math.min(MOST + 1, one + other);
    }

    private static long units(String resource, String quantity) {
        return resource.equals(CPU) ? Quantity.milli(quantity) : Quantity.whole(quantity);
    }

    /** @param amounts by resource, of CPUs thousandths */
    static Amounts amounts(Map<String, Long> amounts) {
        // Two resources may bear one name here, as Kubernetes lets people name their own in its domain.
        Map<String, Long> extended = new TreeMap<>();
        amounts.forEach((resource, amount) -> {
            if (isExtended(resource)) {
                extended.merge(name(resource), amount, Quantities::sum);
            }
        });
        List<ExtendedResource> listed = new ArrayList<>();
        extended.forEach((name, amount) -> listed.add(new ExtendedResource(name, amount)));
        return new Amounts(
                        amounts.getOrDefault(CPU, 0L),
                        amounts.getOrDefault(MEMORY, 0L),
                        amounts.getOrDefault(DISK, 0L),
                        0,
                        0)
                .withExtended(listed);
    }

    private static boolean isExtended(String resource) {
        return switch (resource) {
            case CPU, MEMORY, DISK, PODS -> false;
            default -> true;
        };
    }

    /** Those of Kubernetes itself, such as {@code hugepages-2Mi}, have no domain in their names. */
    static String name(String resource) {
        return resource.indexOf('/') < 0 ? "kubernetes.io/" + resource : resource;
    }
}
