package io.berth.sim.table.helios;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Nodes of eight GPUs, and the simulator's placement that keeps a job on as few as can be. */
final class ConsolidatedNodes {
    static final int GPUS_PER_NODE = 8;

    private final int[] free;

    ConsolidatedNodes(int nodes) {
        free = new int[nodes];
        Arrays.fill(free, GPUS_PER_NODE);
    }

    int gpus() {
        return free.length * GPUS_PER_NODE;
    }

    /**
     * Takes {@code gpus} if they fit: up to eight on the node with the fewest free that has as many; more on idle nodes, and
     * what is left over on the node with the most free after these, which is idle where one is. The first of equal nodes wins.
     *
     * @return how many of each node, or null where they do not fit
     */
    int @Nullable [] take(int gpus) {
        int[] taken = new int[free.length];
        int left = gpus;
        for (; gpus > GPUS_PER_NODE && left >= GPUS_PER_NODE; left -= GPUS_PER_NODE) {
            int node = fullest(GPUS_PER_NODE, taken);
            if (node < 0) {
                return null;
            }
            taken[node] = GPUS_PER_NODE;
        }
        if (left > 0) {
            int node = gpus > GPUS_PER_NODE ? emptiest(left, taken) : fullest(left, taken);
            if (node < 0) {
                return null;
            }
            taken[node] = left;
        }
        for (int node = 0; node < free.length; node++) {
            free[node] -= taken[node];
        }
        return taken;
    }

    void release(int[] taken) {
        for (int node = 0; node < taken.length; node++) {
            free[node] += taken[node];
        }
    }

    /** The untaken node with the fewest free GPUs, but {@code gpus}; -1 for none. */
    private int fullest(int gpus, int[] taken) {
        int best = -1;
        for (int node = 0; node < free.length; node++) {
            if (taken[node] == 0 && free[node] >= gpus && (best < 0 || free[node] < free[best])) {
                best = node;
            }
        }
        return best;
    }

    /** The untaken node with the most free GPUs, if that is {@code gpus} at least; -1 if not. */
    private int emptiest(int gpus, int[] taken) {
        int best = -1;
        for (int node = 0; node < free.length; node++) {
            if (taken[node] == 0 && free[node] >= gpus && (best < 0 || free[node] > free[best])) {
                best = node;
            }
        }
        return best;
    }
}
