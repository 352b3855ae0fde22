package io.berth.sim.table.muri;

import java.util.Arrays;

/** Free GPUs of the eight nodes of eight, and the simulator's first fit on them. */
final class FreeNodes {
    static final int NODES = 8;
    static final int GPUS_PER_NODE = 8;
    static final int GPUS = NODES * GPUS_PER_NODE;

    private final int[] free = new int[NODES];
    private int total;

    FreeNodes() {
        empty();
    }

    void empty() {
        Arrays.fill(free, GPUS_PER_NODE);
        total = GPUS;
    }

    /**
     * Takes {@code gpus} if they fit: up to eight on the first node that has as many; more on the first idle nodes, and what is
     * left over on the first other node that has it.
     */
    boolean take(int gpus) {
        if (gpus > total) {
            return false;
        }
        int whole = gpus > GPUS_PER_NODE ? gpus / GPUS_PER_NODE : 0;
        int rest = gpus - whole * GPUS_PER_NODE;
        int[] taken = new int[NODES];
        for (int node = 0; node < NODES && whole > 0; node++) {
            if (free[node] == GPUS_PER_NODE) {
                taken[node] = GPUS_PER_NODE;
                whole--;
            }
        }
        for (int node = 0; node < NODES && rest > 0; node++) {
            if (taken[node] == 0 && free[node] >= rest) {
                taken[node] = rest;
                rest = 0;
            }
        }
        if (whole > 0 || rest > 0) {
            return false;
        }
        for (int node = 0; node < NODES; node++) {
            free[node] -= taken[node];
        }
        total -= gpus;
        return true;
    }
}
