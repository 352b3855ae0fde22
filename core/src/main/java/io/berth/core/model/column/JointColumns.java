package io.berth.core.model.column;

import java.util.ArrayList;
import java.util.List;

/**
 * What is seen of a pending job together with a node where a task of it fits: of the job what {@link ScaledColumns} tell of it without the
 * room in the cluster, and how many tasks it has; of the node {@link NodeColumns}. {@link io.berth.core.policy.joint.PairRow} writes them.
 */
public final class JointColumns {
    /** Their name in a model file. */
    public static final String KEY = "joint";

    /** How many of {@link ScaledColumns}, from the first on, tell of a job alone. */
    public static final int OF_JOB = 6;

    /** Before the names of what is seen of a job. */
    public static final String JOB = "job_";

    /** Before the names of what is seen of a node. */
    public static final String NODE = "node_";

    /** What they are, in their order. */
    public static final List<Feature> FEATURES = features();

    /** How many there are. */
    public static final int COUNT = FEATURES.size();

    private JointColumns() {}

    private static List<Feature> features() {
        List<Feature> features = new ArrayList<>();
        Columns.SCALED.columns().features().subList(0, OF_JOB).forEach(of -> features.add(named(JOB, of)));
        features.add(
                named(JOB, Feature.share("tasks", "n / (n + 1) for n tasks beside the first that must start with it")));
        NodeColumns.FEATURES.forEach(of -> features.add(named(NODE, of)));
        return List.copyOf(features);
    }

    private static Feature named(String before, Feature of) {
        return new Feature(before + of.name(), of.meaning(), of.low(), of.high(), of.padding());
    }
}
