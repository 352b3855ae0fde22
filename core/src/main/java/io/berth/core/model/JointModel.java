package io.berth.core.model;

import io.berth.core.model.column.Feature;
import io.berth.core.model.column.JointColumns;
import java.util.List;

/**
 * What was learnt of order and placement together: a perceptron that scores each pair of a pending job and a node where a task of it fits; the
 * pair with the highest score goes next.
 *
 * @param view how much of queue and cluster it looks at
 * @param scales what its columns are shares of
 * @param network from {@link JointColumns} to one score
 */
public record JointModel(View view, Scales scales, LearntNetwork<LayerSizes> network) implements LearntModel {
    static final String DECIDES = "joint";

    /** More pairs than any pass can look at in the time it has. */
    private static final int MOST_PAIRS = Model.MAX_ROWS;

    /** @throws IllegalArgumentException where the parts do not fit together */
    public JointModel {
        network.check("What decides order and placement together scores a pair of job and node", JointColumns.COUNT);
    }

    /**
     * How much is looked at.
     *
     * @param jobs pending jobs of which a task fits somewhere, at most
     * @param nodes for each of them, at most; 2 or more
     */
    public record View(int jobs, int nodes) {
        /** @throws IllegalArgumentException where a number is out of range */
        public View {
            if (jobs < 1 || nodes < 2 || (long) jobs * nodes > MOST_PAIRS) {
                throw new IllegalArgumentException("A model of pairs looks at 1 job and 2 nodes or more, at most "
                        + MOST_PAIRS + " pairs, not at " + jobs + " jobs × " + nodes + " nodes.");
            }
        }
    }

    /**
     * Of the cluster and the workload that it was learnt on; what exceeds them counts as they do.
     *
     * @param longestNanos the run time that counts as the longest; at least 1
     * @param machineMilli thousandths of GPUs, or of CPUs where there are none, of the whole cluster; at least 1
     * @param largest the largest amounts of one node
     */
    public record Scales(long longestNanos, long machineMilli, LargestNode largest) {
        /** @throws IllegalArgumentException where a number is out of range */
        public Scales {
            if (longestNanos < 1 || machineMilli < 1) {
                throw new IllegalArgumentException("The longest run time (" + longestNanos
                        + " ns) and the processors of the cluster (" + machineMilli
                        + " thousandths) must be above 0.");
            }
        }
    }

    @Override
    public String decides() {
        return DECIDES;
    }

    @Override
    public String key() {
        return "order";
    }

    @Override
    public String columnsKey() {
        return JointColumns.KEY;
    }

    @Override
    public List<Feature> features() {
        return JointColumns.FEATURES;
    }
}
