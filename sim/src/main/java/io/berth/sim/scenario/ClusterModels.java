package io.berth.sim.scenario;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.workload.Demand;
import io.berth.sim.trace.RowNotes;
import io.berth.sim.workload.Arrival;
import io.berth.sim.workload.ListedWorkload;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * The GPU models of a cluster, as its scenario spells them. Whoever wrote the trace spelt them in another way, such as {@code h100}
 * in Slurm's {@code gres/gpu:h100} for the {@code H100} of the nodes, so that a trace's models are compared without case.
 */
final class ClusterModels {
    private final TreeSet<String> models = new TreeSet<>();
    private final Map<Demand, Demand> spelt = new LinkedHashMap<>();
    private final Map<Demand, Demand> distinct = new LinkedHashMap<>();

    ClusterModels(List<NodeSpec> nodes) {
        for (NodeSpec node : nodes) {
            node.devices().forEach(set -> models.add(set.model()));
        }
    }

    /** {@code jobs} with the models of the cluster; {@code notes} counts those that insist on a model that no node has. */
    ListedWorkload spell(ListedWorkload jobs, RowNotes notes) {
        List<Arrival> arrivals = new ArrayList<>();
        for (Arrival arrival : jobs.arrivals()) {
            arrivals.add(new Arrival(
                    arrival.atNanos(),
                    arrival.spec().withEach(group -> group.withDemand(spell(group.demand(), notes)))));
        }
        return ListedWorkload.of(arrivals);
    }

    private Demand spell(Demand demand, RowNotes notes) {
        if (demand.gpuModels().isEmpty()) {
            return demand;
        }
        Demand here = spelt.computeIfAbsent(demand, asked -> distinct.computeIfAbsent(spell(asked), same -> same));
        if (here.gpuModels().stream().noneMatch(models::contains)) {
            notes.assume(nowhere(here));
        }
        return here;
    }

    private Demand spell(Demand demand) {
        List<String> names = new ArrayList<>();
        for (String asked : demand.gpuModels()) {
            List<String> same = models.stream()
                    .filter(model -> model.equalsIgnoreCase(asked))
                    .toList();
            names.addAll(same.isEmpty() ? List.of(asked) : same);
        }
        return demand.onModels(names);
    }

    private String nowhere(Demand demand) {
        String known = String.join(", ", models);
        return "insists on the GPU model " + String.join(" or ", demand.gpuModels()) + "; "
                + (known.isBlank() ? "the nodes name no model" : "the nodes have " + known);
    }
}
