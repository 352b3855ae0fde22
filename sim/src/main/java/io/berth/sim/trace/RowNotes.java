package io.berth.sim.trace;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What became of sound rows that do not say all that a job needs: some are no job that could be replayed, of others something
 * is assumed. Rows that are not sound are counted by {@link Lenience}.
 */
public final class RowNotes {
    private final Map<String, Long> skipped = new LinkedHashMap<>();
    private final Map<String, Long> assumed = new LinkedHashMap<>();

    /** Rows that became no job, by reason, in the order the reasons were met. */
    public Map<String, Long> skippedByReason() {
        return Collections.unmodifiableMap(skipped);
    }

    /** Jobs of which something was assumed, by what, in the order it was met. */
    public Map<String, Long> assumedByKind() {
        return Collections.unmodifiableMap(assumed);
    }

    public void skip(String reason) {
        skipped.merge(reason, 1L, Long::sum);
    }

    /** Counts a job of which {@code what} holds. */
    public void assume(String what) {
        assumed.merge(what, 1L, Long::sum);
    }
}
