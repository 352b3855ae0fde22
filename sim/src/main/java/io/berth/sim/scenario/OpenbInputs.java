package io.berth.sim.scenario;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.sim.trace.Lenience;
import io.berth.sim.trace.openb.OpenbArrivals;
import io.berth.sim.trace.openb.OpenbOrder;
import io.berth.sim.trace.openb.OpenbPods;
import io.berth.sim.trace.openb.OpenbWorkload;
import io.berth.sim.workload.Workload;
import io.berth.spec.input.InputException;
import io.berth.spec.scenario.WorkloadSpec;
import io.berth.spec.scenario.WorkloadSpec.Departures;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An openb pod list on a cluster. With a file of arrivals, nodes and pods have its order for every seed; pods that never leave
 * and have no such file come, and win ties, as the seed says in the artifact of the FGD experiment (Weng et al., USENIX ATC 2023).
 */
final class OpenbInputs {
    private final WorkloadSpec.Openb spec;
    private final List<NodeSpec> nodes;
    private final OpenbPods pods;
    private final @Nullable OpenbArrivals arrivals;

    private OpenbInputs(
            WorkloadSpec.Openb spec, List<NodeSpec> nodes, OpenbPods pods, @Nullable OpenbArrivals arrivals) {
        this.spec = spec;
        this.nodes = nodes;
        this.pods = pods;
        this.arrivals = arrivals;
    }

    /** Reads the files that {@code spec} names; {@code place} is where errors of the keys themselves are. */
    static OpenbInputs read(WorkloadSpec.Openb spec, List<NodeSpec> nodes, Lenience lenience, String place) {
        boolean stays = spec.departures() == Departures.NEVER;
        if (!stays && (spec.arrivals() != null || spec.tune() > 0)) {
            String key = spec.arrivals() != null ? "arrivals" : "tune";
            throw new InputException(
                    place,
                    "workload." + key + ": gives pods an order and no times, so they cannot end as the trace says; add"
                            + " departures: never");
        }
        if (spec.tune() > 0 && capacityGpuMilli(nodes) == 0) {
            throw new InputException(place, "workload.tune: is a multiple of the cluster's GPUs, and it has none");
        }
        OpenbPods pods = OpenbPods.read(spec.pods(), lenience);
        @Nullable Path order = spec.arrivals();
        OpenbArrivals arrivals = order == null ? null : OpenbArrivals.read(order, nodes, pods.pods(), lenience);
        return new OpenbInputs(spec, nodes, pods, arrivals);
    }

    Inputs of(long seed) {
        List<NodeSpec> ranked = nodes;
        Workload jobs;
        if (arrivals != null) {
            ranked = arrivals.nodesByTieRank();
            jobs = OpenbWorkload.arriving(pods, arrivals);
        } else if (spec.departures() == Departures.TRACE) {
            jobs = OpenbWorkload.departing(pods);
        } else {
            OpenbOrder order = OpenbOrder.of(pods, nodes, spec.tune(), seed);
            ranked = order.nodesByTieRank();
            jobs = OpenbWorkload.ordered(pods, order);
        }
        // Pods that never leave and find no room are dropped at once, unless the scenario says how long they wait.
        return new Inputs(
                ranked, spec.patienceNanos() == Nanos.NEVER ? jobs : new PatientWorkload(jobs, spec.patienceNanos()));
    }

    private static long capacityGpuMilli(List<NodeSpec> nodes) {
        long gpus = 0;
        for (NodeSpec node : nodes) {
            gpus += node.gpus();
        }
        return gpus * Demand.WHOLE_GPU_MILLI;
    }
}
