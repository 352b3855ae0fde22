package io.berth.core.dispatch.predict;

import io.berth.core.dispatch.Prompt;
import java.util.Arrays;

/**
 * Which beginnings of prompts a server has read lately, as far as can be told from what it was sent. Servers say nothing of what they
 * have forgotten: here a block counts as forgotten once as many others were read after it as the server is believed to hold, and
 * that belief is corrected by answers that came sooner or later than it says.
 *
 * <p>A table of sets, of which the block unused for longest is written over; its size is fixed.
 */
final class PrefixMemory {
    private static final int WAYS = 16;
    /** No server is believed to hold fewer. */
    private static final double LEAST = 16;

    private final long[] hashes;
    private final long[] used;
    private final int mask;
    private final double most;
    private double holds;
    /** Blocks that were new when they were read. */
    private long read;

    /** @param most blocks that are remembered, a power of two */
    PrefixMemory(int most) {
        hashes = new long[most];
        used = new long[most];
        mask = most / WAYS - 1;
        this.most = most;
        holds = most;
        clear();
    }

    /** How many of the first blocks of {@code prompt} it holds. */
    int known(Prompt prompt) {
        int low = 0;
        int high = prompt.blocks();
        while (low < high) {
            int middle = low + high + 1 >>> 1;
            if (holds(prompt.hash(middle - 1))) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    /** It reads {@code prompt}. */
    void read(Prompt prompt) {
        for (int block = 0; block < prompt.blocks(); block++) {
            long hash = prompt.hash(block);
            int at = find(hash);
            if (at < 0 || !fresh(at)) {
                read++;
            }
            if (at < 0) {
                at = eldest(hash);
                hashes[at] = hash;
            }
            used[at] = read;
        }
    }

    /** It had forgotten what it was believed to hold, or the other way about. */
    void corrected(boolean forgotten) {
        holds = forgotten ? StrictMath.max(LEAST, holds * 0.98) : StrictMath.min(most, holds * 1.002);
    }

    /** It has forgotten all. */
    void clear() {
        Arrays.fill(used, Long.MIN_VALUE);
    }

    private boolean holds(long hash) {
        int at = find(hash);
        return at >= 0 && fresh(at);
    }

    private boolean fresh(int at) {
        return read - used[at] < holds;
    }

    /** Where a block is; below 0 where it is not. */
    private int find(long hash) {
        int first = set(hash);
        for (int at = first; at < first + WAYS; at++) {
            if (hashes[at] == hash && used[at] != Long.MIN_VALUE) {
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
        return ((int) (hash >>> 32) & mask) * WAYS;
    }
}
