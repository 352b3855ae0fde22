package io.berth.learn.environment.engine;

import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Shape;
import io.berth.core.policy.Candidates;
import io.berth.core.policy.Facts;
import io.berth.core.policy.placement.BestFit;
import io.berth.core.policy.placement.NodeRow;
import java.util.Arrays;
import java.util.List;

/**
 * The nodes where a task fits as rows, by number. Where it fits on more, half of the rows are the best by best-fit and the others are
 * spread evenly over the rest.
 */
final class NodeRows {
    static final String SOURCE = "fragmentation: Weng et al., Beware of Fragmentation, USENIX ATC 2023, §4";

    private static final Facts NO_FACTS = new Facts(1, 1, List.of());

    private final Scales scales;
    private final int most;
    private final int[] shown;
    private BestFit bestFit = new BestFit(NO_FACTS);
    private NodeRow columns;

    NodeRows(Scales scales, int most) {
        this.scales = scales;
        this.most = most;
        this.shown = new int[most];
        this.columns = new NodeRow(scales.largest(), NO_FACTS);
    }

    /** What the engine knows of the whole is this from now on. */
    void know(Facts facts) {
        bestFit = new BestFit(facts);
        columns = new NodeRow(scales.largest(), facts);
    }

    /** Chooses which of {@code candidates} have a row, and returns how many. */
    int show(Candidates candidates) {
        int count = candidates.count();
        int[] all = new int[count];
        for (int i = 0, node = 0; i < count; i++) {
            all[i] = candidates.from(node);
            node = all[i] + 1;
        }
        return show(candidates.nodes(), candidates.shape(), all, count);
    }

    /** The same of the first {@code count} of {@code all}, which are by number. */
    int show(Nodes nodes, Shape shape, int[] all, int count) {
        if (count <= most) {
            System.arraycopy(all, 0, shown, 0, count);
            return count;
        }
        long[] best = new long[count];
        for (int i = 0; i < count; i++) {
            // The highest score first, of equal ones the lowest number.
            best[i] = -bestFit.score(nodes, all[i], shape) << Integer.SIZE | all[i];
        }
        Arrays.sort(best);
        int half = (most + 1) / 2;
        boolean[] seen = new boolean[nodes.count()];
        for (int i = 0; i < half; i++) {
            shown[i] = (int) best[i];
            seen[shown[i]] = true;
        }
        int[] rest = Arrays.stream(all, 0, count).filter(node -> !seen[node]).toArray();
        for (int i = half; i < most; i++) {
            shown[i] = rest[(int) ((long) (i - half) * rest.length / (most - half))];
        }
        Arrays.sort(shown);
        return most;
    }

    /** The node of {@code row}. */
    int node(int row) {
        return shown[row];
    }

    /** Writes {@code node}, where {@code shape} fits, as {@link NodeColumns} from {@code at} on. */
    void write(Nodes nodes, int node, Shape shape, float[] into, int at) {
        columns.write(nodes, node, shape, into, at);
    }
}
