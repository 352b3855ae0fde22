package io.berth.learn.environment.engine;

import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Shape;
import io.berth.core.policy.Candidates;
import io.berth.core.policy.Facts;
import io.berth.core.policy.joint.NodesInView;
import io.berth.core.policy.placement.NodeRow;
import java.util.List;

/** The nodes where a task fits as rows, those that {@link NodesInView} takes. */
final class NodeRows {
    static final String SOURCE = "fragmentation: Weng et al., Beware of Fragmentation, USENIX ATC 2023, §4";

    private static final Facts NO_FACTS = new Facts(1, 1, List.of());

    private final Scales scales;
    private final int most;
    private NodesInView view;
    private NodeRow columns;

    NodeRows(Scales scales, int most) {
        this.scales = scales;
        this.most = most;
        this.view = new NodesInView(most, NO_FACTS);
        this.columns = new NodeRow(scales.largest(), NO_FACTS);
    }

    /** What the engine knows of the whole is this from now on. */
    void know(Facts facts) {
        view = new NodesInView(most, facts);
        columns = new NodeRow(scales.largest(), facts);
    }

    /** Which of {@code candidates} have a row, by number. */
    int[] show(Candidates candidates) {
        return view.of(candidates);
    }

    /** Writes {@code node}, where {@code shape} fits, as {@link io.berth.core.model.column.NodeColumns} from {@code at} on. */
    void write(Nodes nodes, int node, Shape shape, float[] into, int at) {
        columns.write(nodes, node, shape, into, at);
    }
}
