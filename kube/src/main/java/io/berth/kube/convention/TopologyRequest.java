package io.berth.kube.convention;

import io.berth.core.workload.PeerRule;
import io.berth.core.workload.PeerRule.Within;
import io.berth.core.workload.topology.Division;
import io.berth.core.workload.topology.Reach;
import io.berth.kube.object.Pod;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** In which domain the pods of a gang want to be together, as they say themselves: the annotations of Kueue's topology-aware scheduling (KEP-2724). */
public final class TopologyRequest {
    /** With a label: all of them in one domain of it. */
    static final String REQUIRED = "kueue.x-k8s.io/podset-required-topology";

    /** With a label: in one domain of it where one holds them all, else in a wider one. */
    static final String PREFERRED = "kueue.x-k8s.io/podset-preferred-topology";

    /** With {@code true}: as near to one another as there is room. */
    static final String UNCONSTRAINED = "kueue.x-k8s.io/podset-unconstrained-topology";

    /** With a label: every so many of them in one domain of it. */
    static final String SLICES = "kueue.x-k8s.io/podset-slice-required-topology";

    static final String SLICE_SIZE = "kueue.x-k8s.io/podset-slice-size";

    private TopologyRequest() {}

    /** What {@code pod} says; null where it says nothing. */
    public static @Nullable Within of(Pod pod) {
        Map<String, String> annotations = pod.meta().annotations();
        Reach reach = Reach.REQUIRED.divided(slices(annotations));
        for (String annotation : List.of(REQUIRED, PREFERRED)) {
            String label = annotations.getOrDefault(annotation, "");
            if (!label.isBlank()) {
                return new Within(label, annotation.equals(REQUIRED) ? reach : reach.asPreference());
            }
        }
        boolean near = annotations.getOrDefault(UNCONSTRAINED, "").equals("true");
        return near || reach.division().sliced() ? new Within(PeerRule.NODE, reach.asPreference()) : null;
    }

    /** None where the size is no number above 1. */
    private static Division slices(Map<String, String> annotations) {
        String label = annotations.getOrDefault(SLICES, "");
        try {
            int size = Integer.parseInt(annotations.getOrDefault(SLICE_SIZE, "1"));
            return label.isBlank() || size < 2 ? Division.NONE : Division.slices(size, label);
        } catch (NumberFormatException e) {
            return Division.NONE;
        }
    }
}
