package io.berth.kube.object;

import io.berth.kube.wire.MalformedException;
import io.berth.kube.wire.Message;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * {@code scheduling.k8s.io PodGroup}: pods that start together. Its fields have other numbers in each version of Kubernetes; what they say
 * is the same.
 *
 * @param least how many pods must start together; 0 where each starts by itself ({@code basic})
 * @param topology the label of nodes by which all of them must be in one domain; empty for none
 * @param unknown what it asks for and nothing here weighs, by the names of its fields
 */
public record PodGroup(Meta meta, int least, String topology, List<String> unknown) implements KubeObject {
    public PodGroup {
        unknown = List.copyOf(unknown);
    }

    /** What is asked of its pods. */
    private record Asked(int least, String topology, List<String> unknown) {}

    /** Where a version has the fields of {@code PodGroupSpec} that matter; 0 for one that it has not. */
    private record Numbers(int parent, int policy, int constraints, int claims) {}

    /** Of Kubernetes 1.36. */
    public static PodGroup readV1alpha2(Message message) {
        return read(message, new Numbers(0, 2, 3, 4));
    }

    /** Of {@code v1beta1} and {@code v1alpha3}, Kubernetes 1.37. */
    public static PodGroup readV1beta1(Message message) {
        return read(message, new Numbers(1, 3, 4, 5));
    }

    private static PodGroup read(Message message, Numbers numbers) {
        Meta meta = null;
        Asked spec = null;
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> meta = message.message(Meta::read);
                case 2 -> spec = message.message(inner -> spec(inner, numbers));
                default -> message.skip();
            }
        }
        if (meta == null || !meta.named() || spec == null) {
            throw new MalformedException("a PodGroup without name, UID or spec");
        }
        return new PodGroup(meta, spec.least, spec.topology, spec.unknown);
    }

    private static Asked spec(Message spec, Numbers numbers) {
        int least = 0;
        String topology = "";
        TreeSet<String> unknown = new TreeSet<>();
        for (int field = spec.next(); field != 0; field = spec.next()) {
            if (field == numbers.policy) {
                least = spec.message(PodGroup::least);
            } else if (field == numbers.constraints) {
                List<String> keys = spec.message(constraints -> constraints.each(1, key -> key.only(1)));
                topology = keys.isEmpty() ? "" : keys.getFirst();
                if (keys.size() > 1) {
                    // Servers take one alone.
                    unknown.add("schedulingConstraints.topology[1]");
                }
            } else if (field == numbers.claims) {
                unknown.add("resourceClaims");
                spec.skip();
            } else if (field == numbers.parent) {
                if (!spec.text().isEmpty()) {
                    unknown.add("parentCompositePodGroupName");
                }
            } else {
                spec.skip();
            }
        }
        return new Asked(least, topology, List.copyOf(unknown));
    }

    /** {@code PodGroupSchedulingPolicy}. */
    private static int least(Message policy) {
        Function<Message, Integer> gang = message -> {
            int count = 0;
            for (int field = message.next(); field != 0; field = message.next()) {
                if (field == 1) {
                    count = message.whole();
                } else {
                    message.skip();
                }
            }
            return count;
        };
        return policy.each(2, gang).stream().findFirst().orElse(0);
    }
}
