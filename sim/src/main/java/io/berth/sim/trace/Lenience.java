package io.berth.sim.trace;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What happens to a row that cannot be read: {@link #STRICT} ends the reading with an exception, {@link #counting()}
 * skips the row and counts it by reason. A file whose header is wrong, or which ends early, is refused by both.
 */
public final class Lenience {
    /** The first bad row ends the reading. */
    public static final Lenience STRICT = new Lenience(false, "");

    /** The same where a scenario may say otherwise, which the exception tells. */
    public static final Lenience STRICT_SCENARIO =
            new Lenience(false, "; lenient: true in the scenario, or --lenient of berth simulate, skips such rows");

    private final boolean skips;
    private final String wayOut;
    private final Map<String, Long> skipped = new LinkedHashMap<>();

    private Lenience(boolean skips, String wayOut) {
        this.skips = skips;
        this.wayOut = wayOut;
    }

    /** Bad rows are skipped and counted here. */
    public static Lenience counting() {
        return new Lenience(true, "");
    }

    /** Rows skipped so far, by reason, in the order the reasons were met. */
    public Map<String, Long> skippedByReason() {
        return Collections.unmodifiableMap(skipped);
    }

    /** Rows skipped so far. */
    public long skippedRows() {
        long sum = 0;
        for (long count : skipped.values()) {
            sum += count;
        }
        return sum;
    }

    boolean skips() {
        return skips;
    }

    /** What an error says of skipping; empty for nothing. */
    String wayOut() {
        return wayOut;
    }

    void count(String reason) {
        Long before = skipped.get(reason);
        skipped.put(reason, before == null ? 1 : before + 1);
    }
}
