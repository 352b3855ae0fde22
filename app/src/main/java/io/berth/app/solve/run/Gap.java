package io.berth.app.solve.run;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How far a value may be from the best, as a part of the value. */
public final class Gap {
    private Gap() {}

    /** In percent; null where nothing is known, or where the value is 0 and the bound is not. */
    static @Nullable Double percent(long value, long bound) {
        if (value == Long.MAX_VALUE || bound == Long.MIN_VALUE) {
            return null;
        }
        if (value <= bound) {
            return 0.0;
        }
        return value == 0 ? null : 100 * ((double) value - (double) bound) / Math.abs((double) value);
    }

    /** Such as {@code 0.25 %}; {@code unknown} where nothing is known. */
    public static String text(long value, long bound) {
        Double percent = percent(value, bound);
        if (percent == null) {
            return "unknown";
        }
        return percent == 0 ? "0 %" : String.format(Locale.ROOT, percent < 0.1 ? "%.4f %%" : "%.2f %%", percent);
    }
}
