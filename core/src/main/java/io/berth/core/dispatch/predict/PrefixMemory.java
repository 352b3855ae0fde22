package io.berth.core.dispatch.predict;

import io.berth.core.dispatch.Prompt;
import java.util.Arrays;

/**
 * Which beginnings of prompts a server has read, as far as can be told from what it was sent, and how much of that it still holds.
 * Servers say nothing of what they have forgotten: from how long answers took follows what share of a beginning was read again, by how
 * many new blocks were read since its last use.
 *
 * <p>A table of sets, of which the block unused for longest is written over; its size is fixed.
 */
public final class PrefixMemory {
    private static final int WAYS = 16;
    /** Answers over which a share of what was forgotten goes. */
    private static final double MANY = 50;
    /** One answer that waited longer than expected says no more than that all was forgotten, and a bit. */
    private static final double MOST = 2;

    private final long[] hashes;
    private final long[] used;
    private final int mask;
    /** By age: what share of a beginning was forgotten, and from how many answers that is known. */
    private final double[] forgotten = new double[Long.SIZE + 1];

    private final int[] answers = new int[Long.SIZE + 1];
    /** Blocks that were new when they were read. */
    private long read;

    /** @param most blocks that are remembered, a power of two */
    public PrefixMemory(int most) {
        hashes = new long[most];
        used = new long[most];
        mask = most / WAYS - 1;
        clear();
    }

    /**
     * {@code blocks}, where that is how many may be remembered.
     *
     * @throws IllegalArgumentException where it is no power of two of 16 or more
     */
    public static int checked(int blocks) {
        if (blocks < WAYS || Integer.bitCount(blocks) != 1) {
            throw new IllegalArgumentException(
                    "The parameter (blocks) must be a power of two of " + WAYS + " or more, not (" + blocks + ").");
        }
        return blocks;
    }

    /** How many of the first blocks of {@code prompt} it has read. */
    public int known(Prompt prompt) {
        int low = 0;
        int high = prompt.blocks();
        while (low < high) {
            int middle = low + high + 1 >>> 1;
            if (find(prompt.hash(middle - 1)) >= 0) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    /** How long ago, in a logarithm of the new blocks since, the first {@code known} blocks of {@code prompt} were used. */
    int age(Prompt prompt, int known) {
        int at = find(prompt.hash(known - 1));
        return at < 0 ? Long.SIZE : Long.SIZE - Long.numberOfLeadingZeros(read - used[at]);
    }

    /** The share of a beginning of {@code age} that it has forgotten, 0 to 1. */
    double forgotten(int age) {
        return StrictMath.clamp(forgotten[age], 0.0, 1.0);
    }

    /** Of a beginning of {@code age} the share {@code again} was read again, as far as an answer tells. */
    void learn(int age, double again) {
        answers[age]++;
        forgotten[age] +=
                (StrictMath.clamp(again, -MOST, MOST) - forgotten[age]) / StrictMath.min((double) answers[age], MANY);
    }

    /** It reads {@code prompt}. */
    public void read(Prompt prompt) {
        for (int block = 0; block < prompt.blocks(); block++) {
            long hash = prompt.hash(block);
            int at = find(hash);
            if (at < 0) {
                read++;
                at = eldest(hash);
                hashes[at] = hash;
            }
            used[at] = read;
        }
    }

    /** It has read nothing, and nothing is known of what it forgets. */
    public void clear() {
        Arrays.fill(used, Long.MIN_VALUE);
        Arrays.fill(forgotten, 0);
        Arrays.fill(answers, 0);
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
