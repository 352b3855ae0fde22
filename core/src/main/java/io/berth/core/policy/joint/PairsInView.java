package io.berth.core.policy.joint;

import io.berth.core.cluster.Shape;
import io.berth.core.model.JointModel;
import io.berth.core.policy.Facts;
import io.berth.core.policy.Places;
import io.berth.core.policy.Waiting;
import io.berth.core.policy.order.learnt.JobsInView;
import java.util.Arrays;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Which pairs of a waiting job and a node are looked at: of the jobs of which what finds its node first fits somewhere those that {@link
 * JobsInView} takes, of the nodes where it does those that {@link NodesInView} takes. The nodes of a shape are looked for once, however many
 * jobs are of it. For one thread.
 */
public final class PairsInView {
    private final JobsInView view = new JobsInView();
    private final NodesInView nodes;
    private final int[] places;
    private final int[][] shown;
    private final TreeMap<Integer, int[]> byShape = new TreeMap<>();

    /** Looks at as many as {@code most} says. */
    public PairsInView(JointModel.View most, Facts facts) {
        this.nodes = new NodesInView(most.nodes(), facts);
        this.places = new int[most.jobs()];
        this.shown = new int[most.jobs()][];
    }

    /** Looks at {@code waiting}, and returns how many jobs have a row. */
    public int look(Waiting waiting) {
        Places where = Objects.requireNonNull(waiting.places());
        byShape.clear();
        int count = view.look(waiting, i -> waiting.mayFit(i) && nodes(where, i).length > 0, places);
        for (int row = 0; row < count; row++) {
            shown[row] = nodes(where, places[row]);
        }
        Arrays.fill(shown, count, shown.length, new int[0]);
        return count;
    }

    private int[] nodes(Places where, int job) {
        Shape shape = where.firstShape(job);
        int[] known = byShape.get(shape.id());
        if (known == null) {
            known = nodes.of(where.nodes(), shape);
            byShape.put(shape.id(), known);
        }
        return known;
    }

    /** The place in {@link Waiting} of the job in {@code row}. */
    public int place(int row) {
        return places[row];
    }

    /** How many nodes are looked at for the job in {@code row}. */
    public int count(int row) {
        return shown[row].length;
    }

    /** The {@code i}-th node that is looked at for the job in {@code row}, ascending. */
    public int node(int row, int i) {
        return shown[row][i];
    }
}
