package io.berth.core.model;

import io.berth.core.model.column.Columns;
import io.berth.core.model.column.Feature;
import io.berth.core.model.column.JobColumns;
import java.util.List;

/**
 * A learnt order of jobs with its meaning: a network that scores the waiting jobs; the one with the highest score goes next. A
 * perceptron ({@link LayerSizes}) scores each by itself, a {@link PointerNetwork} looks at all of them first.
 *
 * @param columns what it is shown of a job
 * @param rows how many waiting jobs it looks at, at most
 * @param longestNanos the run time that its columns take for the longest
 * @param network from columns to one score
 */
public record Model(Columns columns, int rows, long longestNanos, LearntNetwork<?> network) implements LearntModel {
    static final String DECIDES = "order";

    /** More rows than any pass can look at in the time it has. */
    public static final int MAX_ROWS = 4096;

    /** @throws IllegalArgumentException where the parts do not fit together */
    public Model {
        network.check("A learnt order scores a job", JobColumns.COUNT);
        int most = network.shape().mostRows();
        if (rows < 1 || rows > most) {
            throw new IllegalArgumentException("A learnt order looks at 1 to " + most + " jobs, not " + rows + ".");
        }
        if (longestNanos < 1) {
            throw new IllegalArgumentException("The longest run time (" + longestNanos + " ns) must be above 0.");
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
        return columns.key();
    }

    @Override
    public List<Feature> features() {
        return columns.columns().features();
    }
}
