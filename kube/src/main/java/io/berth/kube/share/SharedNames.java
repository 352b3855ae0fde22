package io.berth.kube.share;

import io.berth.core.workload.NodeSelectorTerm;
import io.berth.core.workload.NodeSelectorTerm.Operator;
import io.berth.core.workload.NodeSelectorTerm.Requirement;
import io.berth.kube.convention.ClaimNeeds;
import io.berth.kube.object.Node;
import io.berth.kube.object.Pod;
import io.berth.kube.object.Pod.Container;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Places on devices that NVIDIA's device plugin shares by time or by MPS (its README, {@code sharing}): each is one place on one device,
 * and several of them would be no larger part, so that a container gets one at most.
 */
final class SharedNames {
    private static final String DOMAIN = "nvidia.com/";
    private static final String RENAMED = ".shared";

    /** What is shared without another name, where the node says so. */
    private static final String PLAIN = "nvidia.com/gpu";

    private static final String STRATEGY = "nvidia.com/gpu.sharing-strategy";
    private static final List<String> STRATEGIES = List.of("mps", "time-slicing");
    private static final String REPLICAS = "nvidia.com/gpu.replicas";

    /** On nodes that share nothing. */
    private static final List<NodeSelectorTerm> ELSEWHERE =
            List.of(new NodeSelectorTerm(List.of(new Requirement(STRATEGY, Operator.NOT_IN, STRATEGIES))));

    private SharedNames() {}

    /** True where the places of {@code node} bear the name that whole devices have. */
    static boolean hidden(Node node) {
        Map<String, String> labels = node.meta().labels();
        return STRATEGIES.contains(labels.getOrDefault(STRATEGY, ""))
                && !labels.getOrDefault(REPLICAS, "1").equals("1")
                && node.allocatable().containsKey(PLAIN);
    }

    /** @param anyHidden true where some node is {@link #hidden} */
    static ClaimNeeds needs(Pod pod, boolean anyHidden) {
        boolean several = false;
        for (Container container : containers(pod)) {
            for (Map.Entry<String, String> request : container.requests().entrySet()) {
                String resource = request.getKey();
                boolean shared = resource.startsWith(DOMAIN) && resource.endsWith(RENAMED);
                if (shared && many(request.getValue())) {
                    return ClaimNeeds.waiting("container " + container.name() + " asks for " + request.getValue() + " "
                            + resource + ", and a container gets one place on a shared device at most");
                }
                several |= resource.equals(PLAIN) && many(request.getValue());
            }
        }
        return several && anyHidden ? ClaimNeeds.within(ELSEWHERE) : ClaimNeeds.NONE;
    }

    private static List<Container> containers(Pod pod) {
        return Stream.concat(pod.spec().needs().containers().stream(), pod.spec().needs().init().stream())
                .toList();
    }

    private static boolean many(String quantity) {
        return !quantity.equals("0") && !quantity.equals("1");
    }
}
