package io.berth.kube.convention;

import io.berth.kube.object.Pod;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a pod takes of its node: its containers and sidecars together, or what an init container takes beside the sidecars that run by
 * then, whichever is more; what its devices take of the node; in place of that what the pod as a whole asks for of a resource; and the overhead of its runtime
 * (k8s.io/component-helpers, resource.PodRequests).
 */
final class PodRequests {
    private PodRequests() {}

    /** By resource, of CPUs thousandths. */
    static Map<String, Long> of(Pod.Needs needs) {
        Map<String, Long> sum = new TreeMap<>();
        needs.containers().forEach(container -> add(sum, container.requests()));
        if (!needs.init().isEmpty()) {
            addInit(sum, needs);
        }
        needs.ofClaims().forEach(amounts -> add(sum, amounts));
        needs.whole().forEach((resource, quantity) -> {
            if (mayBeOfWhole(resource)) {
                sum.put(resource, Quantities.wanted(resource, quantity));
            }
        });
        add(sum, needs.overhead());
        return sum;
    }

    /** Of other resources, containers say what they want. */
    private static boolean mayBeOfWhole(String resource) {
        return resource.equals(Quantities.CPU)
                || resource.equals(Quantities.MEMORY)
                || resource.startsWith("hugepages-");
    }

    private static void addInit(Map<String, Long> sum, Pod.Needs needs) {
        Map<String, Long> sidecars = new TreeMap<>();
        Map<String, Long> most = new TreeMap<>();
        for (Pod.Container container : needs.init()) {
            if (container.sidecar()) {
                add(sidecars, container.requests());
                most(most, sidecars);
            } else {
                Map<String, Long> now = new TreeMap<>(sidecars);
                add(now, container.requests());
                most(most, now);
            }
        }
        sidecars.forEach((resource, amount) -> sum.merge(resource, amount, Quantities::sum));
        most(sum, most);
    }

    private static void add(Map<String, Long> sum, Map<String, String> requests) {
        requests.forEach(
                (resource, quantity) -> sum.merge(resource, Quantities.wanted(resource, quantity), Quantities::sum));
    }

    private static void most(Map<String, Long> most, Map<String, Long> other) {
        other.forEach((resource, amount) -> most.merge(resource, amount, Math::max));
    }
}
