package io.berth.sim.table.gavel;

import java.util.List;

/** The models of devices, and how many there are of each. */
final class Models {
    /** In the order in which rounds go through them; the first is the one that run times are told for. */
    static final List<String> NAMES = List.of("v100", "p100", "k80");

    static final int COUNT = 3;

    /** Devices of each. */
    static final int DEVICES = 36;

    /** By name, as lists of models are sorted. */
    static final int[] BY_NAME = {2, 1, 0};

    private Models() {}
}
