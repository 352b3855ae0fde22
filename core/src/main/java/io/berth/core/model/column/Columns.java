package io.berth.core.model.column;

import java.util.Arrays;
import java.util.List;

/** The sets of columns by name, for configuration and model files. */
public enum Columns {
    PUBLISHED("published", new PublishedColumns()),
    SCALED("scaled", new ScaledColumns()),
    FINE("fine", new FineColumns());

    private final String key;
    private final JobColumns columns;

    Columns(String key, JobColumns columns) {
        this.key = key;
        this.columns = columns;
    }

    /** Its name. */
    public String key() {
        return key;
    }

    /** What is written and how. */
    public JobColumns columns() {
        return columns;
    }

    /** All names. */
    public static List<String> keys() {
        return Arrays.stream(values()).map(Columns::key).toList();
    }

    /** @throws IllegalArgumentException where none has that name */
    public static Columns of(String key) {
        for (Columns columns : values()) {
            if (columns.key.equals(key)) {
                return columns;
            }
        }
        throw new IllegalArgumentException("There are no columns (" + key + "), only " + keys() + ".");
    }
}
