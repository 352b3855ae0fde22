package io.berth.core.cluster;

import io.berth.core.decision.Reason;
import io.berth.core.workload.Demand;
import io.berth.core.workload.DeviceDemand;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Why nodes of a class never do for a demand, whatever runs there. */
@FunctionalInterface
interface ClassRule {
    /** A task goes to nodes with all the labels that it wants. */
    ClassRule LABELS = (demand, nodes) -> demand.where().matches(nodes.labels()) ? null : Reason.NODE_LABELS;

    /** A task goes to nodes without taints that it does not tolerate. */
    ClassRule TAINTS = (demand, nodes) -> demand.where().tolerates(nodes.taints()) ? null : Reason.NODE_TAINTS;

    /** A task that asks for devices goes to nodes with devices of that kind and model. */
    ClassRule DEVICES = (demand, nodes) ->
            demand.gpus() == 0 || nodes.devices().accepts(demand.devices()) ? null : otherDevices(demand);

    /** A task whose devices must be linked goes to nodes some of whose devices are. */
    ClassRule LINKS = (demand, nodes) -> nodes.devices().reaches(demand.devices()) ? null : Reason.SLOW_LINKS;

    /** In the order in which they are asked; the first that says no is told. */
    List<ClassRule> ALL = List.of(LABELS, TAINTS, DEVICES, LINKS);

    private static Reason otherDevices(Demand demand) {
        return demand.devices() instanceof DeviceDemand.Instance ? Reason.MIG_PROFILE : Reason.GPU_MODEL;
    }

    /** The reason; null where they do. */
    @Nullable
    Reason whyNot(Demand demand, NodeClass nodes);

    /** Why nodes of {@code nodes} never do for {@code demand}, by the first rule that says no; null where they do. */
    static @Nullable Reason refuses(Demand demand, NodeClass nodes) {
        for (ClassRule rule : ALL) {
            Reason reason = rule.whyNot(demand, nodes);
            if (reason != null) {
                return reason;
            }
        }
        return null;
    }
}
