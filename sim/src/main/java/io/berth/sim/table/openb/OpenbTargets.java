package io.berth.sim.table.openb;

import io.berth.sim.table.TargetFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The published GPU allocation of the openb experiments: a row per list, policy and seed, a column per per cent arrived. */
final class OpenbTargets {
    private static final String COLUMN_PREFIX = "alloc_pct_at_arrived_";

    private OpenbTargets() {}

    /**
     * One published run.
     *
     * @param list the pod list
     * @param label the policy as the paper's artifact calls it
     * @param allocatedPcts GPU allocation in per cent, one for each of the wanted arrived per cents
     */
    record Target(String list, String label, long seed, double[] allocatedPcts) {}

    /** The published runs in {@code file} at {@code arrivedPcts}. */
    static List<Target> read(Path file, int... arrivedPcts) {
        List<String> columns = new ArrayList<>(List.of("trace", "policy", "seed"));
        for (int arrived : arrivedPcts) {
            columns.add(COLUMN_PREFIX + arrived);
        }
        List<Target> targets = new ArrayList<>();
        for (TargetFile.Row row : TargetFile.read(file, columns)) {
            double[] allocatedPcts = new double[arrivedPcts.length];
            for (int i = 0; i < arrivedPcts.length; i++) {
                allocatedPcts[i] = row.number(COLUMN_PREFIX + arrivedPcts[i], 100);
            }
            targets.add(new Target(row.text("trace"), row.text("policy"), row.whole("seed"), allocatedPcts));
        }
        return targets;
    }
}
