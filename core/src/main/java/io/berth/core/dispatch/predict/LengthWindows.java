package io.berth.core.dispatch.predict;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Windows by the hash of what they are of: a table of sets, of which the window unused for longest is given to another kind. Its size is
 * fixed, whatever is asked.
 */
final class LengthWindows {
    private static final int WAYS = 8;

    private final int lengths;
    private final long[] hashes;
    private final long[] used;
    private final @Nullable LengthWindow[] windows;
    private long turn;

    /**
     * @param most windows, a power of two, 8 at least
     * @param lengths that each keeps
     */
    LengthWindows(int most, int lengths) {
        this.lengths = lengths;
        hashes = new long[most];
        used = new long[most];
        windows = new @Nullable LengthWindow[most];
        Arrays.fill(used, -1);
    }

    /** That of {@code hash}; null where there is none. */
    @Nullable
    LengthWindow find(long hash) {
        int at = place(hash);
        return at < 0 ? null : windows[at];
    }

    /** That of {@code hash}, which is empty where there was none. */
    LengthWindow make(long hash) {
        int at = place(hash);
        if (at < 0) {
            at = eldest(hash);
            hashes[at] = hash;
            LengthWindow old = windows[at];
            if (old != null) {
                old.clear();
            }
        }
        LengthWindow window = windows[at];
        if (window == null) {
            window = new LengthWindow(lengths);
            windows[at] = window;
        }
        used[at] = turn++;
        return window;
    }

    private int place(long hash) {
        int first = set(hash);
        for (int at = first; at < first + WAYS; at++) {
            if (hashes[at] == hash && used[at] >= 0) {
                return at;
            }
        }
        return -1;
    }

    private int eldest(long hash) {
        int first = set(hash);
        int eldest = first;
        for (int at = first + 1; at < first + WAYS; at++) {
            eldest = used[at] < used[eldest] ? at : eldest;
        }
        return eldest;
    }

    private int set(long hash) {
        return ((int) (hash >>> 32) & hashes.length / WAYS - 1) * WAYS;
    }
}
