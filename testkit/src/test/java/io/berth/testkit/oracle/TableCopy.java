package io.berth.testkit.oracle;

import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Shape;
import io.berth.core.cluster.load.NodeLoad;
import io.berth.core.cluster.load.alike.Forecasts;
import io.berth.core.decision.Grant;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.workload.Amounts;
import io.berth.core.workload.Demand;
import io.berth.core.workload.ExtendedResource;
import io.berth.core.workload.TaskGroup;
import io.berth.sim.safety.NaivePeers;
import java.util.ArrayList;
import java.util.List;

/** A node table built anew from what is declared and held, for scorers to look at. */
final class TableCopy {
    private TableCopy() {}

    static NodeTable of(State state, NaiveCluster cluster) {
        NodeTable original = state.nodeTable();
        NodeTable copy = new NodeTable();
        // Shapes are read by the columns of the original, which follow from the order in which resources were named.
        List<ExtendedResource> named = new ArrayList<>();
        for (String name : original.names().extended()) {
            named.add(new ExtendedResource(name, 1));
            copy.shape(0, Demand.cpu(0, 0).withAmounts(Amounts.of(0, 0).withExtended(named)));
        }
        for (int node = 0; node < original.count(); node++) {
            copy.join(node, original.spec(node));
            copy.observeOthers(node, original.othersCpuMilli(node), original.othersMemoryBytes(node));
            for (NaiveCluster.Held held : cluster.held(node)) {
                copy.take(alone(copy, held.shape()), node, Grant.of(held.gpuMask()));
            }
            if (!original.present(node)) {
                copy.lose(node);
            }
            copy.drain(node, original.draining(node));
            NodeLoad load = original.load(node);
            if (load != null) {
                copy.loads().restore(node, load);
            }
            copy.loads().forecasts().set(node, original.loads().forecasts().of(node));
        }
        Forecasts learnt = original.loads().forecasts();
        copy.loads().forecasts().restore(learnt.kinds(), learnt.tellings());
        return copy;
    }

    /** {@code shape} for scorers, whom other tasks do not matter to. */
    static Shape alone(NodeTable copy, Shape shape) {
        return shape.alone() ? shape : copy.shape(shape.id(), shape.demand().withPeers(List.of()));
    }

    /** What is placed, for rules between tasks. */
    static NaivePeers peers(State state) {
        NaivePeers peers = new NaivePeers(state.nodeTable());
        for (Job job : state.jobs()) {
            for (int task = 0; task < job.placedTasks(); task++) {
                if (job.holds(task)) {
                    TaskGroup group = job.spec().groups().get(job.spec().groupOf(task));
                    peers.add(new NaivePeers.Placed(job.queue(), group, job.node(task)));
                }
            }
        }
        return peers;
    }
}
