package io.berth.core.model;

import io.berth.core.model.column.Feature;
import io.berth.core.model.column.WindowColumns;
import java.util.List;

/**
 * A learnt order of windows with its meaning: a network that says which job of a window gets its places next.
 *
 * @param network sees {@link WindowColumns}
 */
public record SequenceModel(LearntNetwork<SequenceShape> network) implements LearntModel {
    static final String DECIDES = "window";

    @Override
    public String decides() {
        return DECIDES;
    }

    @Override
    public String key() {
        return "plan";
    }

    @Override
    public String columnsKey() {
        return WindowColumns.KEY;
    }

    @Override
    public List<Feature> features() {
        return WindowColumns.ALL;
    }
}
