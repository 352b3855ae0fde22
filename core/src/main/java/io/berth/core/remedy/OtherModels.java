package io.berth.core.remedy;

import io.berth.core.cluster.Nodes;
import io.berth.core.workload.Demand;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** The same demand with one more model that will do, of those that nodes have. */
final class OtherModels {
    private OtherModels() {}

    static List<Demand> of(Nodes nodes, Demand demand) {
        List<Demand> demands = new ArrayList<>();
        List<String> models = demand.gpuModels();
        if (models.isEmpty()) {
            return demands;
        }
        TreeSet<String> others = new TreeSet<>();
        for (int node = 0; node < nodes.count(); node++) {
            if (nodes.usable(node) && nodes.gpus(node) > 0) {
                others.add(nodes.modelName(nodes.model(node)));
            }
        }
        models.forEach(others::remove);
        for (String other : others) {
            List<String> more = new ArrayList<>(models);
            more.add(other);
            demands.add(demand.onModels(more));
        }
        return demands;
    }
}
