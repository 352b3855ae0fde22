package io.berth.core.model;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A learnt order of jobs with its meaning: a network that scores the waiting jobs; the one with the highest score goes next. A
 * perceptron ({@link LayerSizes}) scores each by itself, a {@link PointerNetwork} looks at all of them first.
 *
 * @param columns what it is shown of a job
 * @param rows how many waiting jobs it looks at, at most
 * @param longestNanos the run time that its columns take for the longest
 * @param shape of the network: from columns to one score
 * @param parameters of the network; finite
 * @param lineage where it comes from, by name: agent, data, seed, commit, parent and the like; values of one line
 */
public record Model(
        Columns columns,
        int rows,
        long longestNanos,
        NetworkShape shape,
        float[] parameters,
        SortedMap<String, String> lineage)
        implements LearntModel {
    static final String DECIDES = "order";

    /** More rows than any pass can look at in the time it has. */
    public static final int MAX_ROWS = 4096;

    /** @throws IllegalArgumentException where the parts do not fit together, or a parameter is not finite */
    public Model {
        parameters = parameters.clone();
        lineage = Collections.unmodifiableSortedMap(new TreeMap<>(lineage));
        if (shape.inputs() != JobColumns.COUNT || shape.outputs() != 1) {
            throw new IllegalArgumentException("A learnt order scores a job by " + JobColumns.COUNT
                    + " columns: layers must be " + JobColumns.COUNT + "-…-1, not " + shape + ".");
        }
        if (rows < 1 || rows > shape.mostRows()) {
            throw new IllegalArgumentException(
                    "A learnt order looks at 1 to " + shape.mostRows() + " jobs, not " + rows + ".");
        }
        if (longestNanos < 1) {
            throw new IllegalArgumentException("The longest run time (" + longestNanos + " ns) must be above 0.");
        }
        shape.check(parameters);
    }

    @Override
    public float[] parameters() {
        return parameters.clone();
    }

    @Override
    public String decides() {
        return DECIDES;
    }

    @Override
    public String columnsKey() {
        return columns.key();
    }

    @Override
    public List<Feature> features() {
        return columns.columns().features();
    }
}
