package io.berth.core.policy.joint;

import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Shape;
import io.berth.core.policy.Candidates;
import io.berth.core.policy.Facts;
import io.berth.core.policy.placement.BestFit;
import java.util.Arrays;

/**
 * Which of the nodes where a task fits are looked at: all, by number; where there are more than {@code most}, half of them are the best by
 * best-fit and the others are spread evenly over the rest. With a most of 4, of nodes 0 to 9, of which 7 and 2 fit best, these are 0, 2, 5 and 7.
 */
public final class NodesInView {
    private final int most;
    private final BestFit bestFit;

    /** @param most at least 1 */
    public NodesInView(int most, Facts facts) {
        this.most = most;
        this.bestFit = new BestFit(facts);
    }

    /** Those of {@code candidates}, ascending. */
    public int[] of(Candidates candidates) {
        int[] all = new int[candidates.count()];
        for (int i = 0; i < all.length; i++) {
            all[i] = candidates.from(i == 0 ? 0 : all[i - 1] + 1);
        }
        return of(candidates.nodes(), candidates.shape(), all);
    }

    /** Those of all nodes where {@code shape} fits, ascending. */
    int[] of(Nodes nodes, Shape shape) {
        int[] all = new int[nodes.count()];
        int count = 0;
        for (int node = 0; node < all.length; node++) {
            if (nodes.fits(shape, node)) {
                all[count++] = node;
            }
        }
        return of(nodes, shape, Arrays.copyOf(all, count));
    }

    private int[] of(Nodes nodes, Shape shape, int[] all) {
        if (all.length <= most) {
            return all;
        }
        long[] best = new long[all.length];
        for (int i = 0; i < all.length; i++) {
            // The highest score first, of equal ones the lowest number.
            best[i] = -bestFit.score(nodes, all[i], shape) << Integer.SIZE | all[i];
        }
        Arrays.sort(best);
        int half = (most + 1) / 2;
        int[] shown = new int[most];
        boolean[] seen = new boolean[nodes.count()];
        for (int i = 0; i < half; i++) {
            shown[i] = (int) best[i];
            seen[shown[i]] = true;
        }
        int[] rest = Arrays.stream(all).filter(node -> !seen[node]).toArray();
        for (int i = half; i < most; i++) {
            shown[i] = rest[(int) ((long) (i - half) * rest.length / (most - half))];
        }
        Arrays.sort(shown);
        return shown;
    }
}
