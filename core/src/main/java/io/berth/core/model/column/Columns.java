package io.berth.core.model.column;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The sets of columns by name, for configuration and model files. */
public enum Columns {
    PUBLISHED(new PublishedColumns()),
    SCALED(new ScaledColumns()),
    FINE(new FineColumns());

    private final JobColumns columns;

    Columns(JobColumns columns) {
        this.columns = columns;
    }

    /** Its name. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
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
            if (columns.key().equals(key)) {
                return columns;
            }
        }
        throw new IllegalArgumentException("There are no columns (" + key + "), only " + keys() + ".");
    }
}
