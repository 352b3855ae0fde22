package io.berth.gateway.prompt;

import io.berth.core.dispatch.Prompt;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Hashes a prompt as it comes, in pieces of any size: a block ends each 256 bytes at first, and more seldom further on, so that a
 * long prompt has few. Each hash depends on all before it. It tells beginnings apart that were not made to look alike; nothing
 * that must be secret or right rests on it.
 */
final class PromptHash {
    /** Eight bytes of an array at once. */
    static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long FACTOR = 0x9E3779B97F4A7C15L;
    private static final long OTHER = 0xC2B2AE3D27D4EB4FL;
    private static final int FINE = 256;
    private static final int MIDDLING = 1024;
    private static final int COARSE = 4096;

    private final int most;
    private long[] hashes = new long[16];
    private int[] ends = new int[16];
    private int blocks;
    private long hash = OTHER;
    /** Bytes that are not a whole word yet, and how many. */
    private long rest;

    private int restBytes;
    private int hashed;
    private int nextEnd = FINE;
    private long bytes;

    /** @param most bytes that are hashed; of what follows only the length counts */
    PromptHash(int most) {
        this.most = most;
    }

    /** Whether all that will be hashed is. */
    boolean full() {
        return hashed >= most;
    }

    void add(byte[] from, int index, int length) {
        bytes += length;
        int at = index;
        int end = index + Math.min(length, Math.max(0, most - hashed - restBytes + Long.BYTES - 1));
        while (at + Long.BYTES <= end && !full()) {
            long word = (long) WORDS.get(from, at);
            int shift = restBytes << 3;
            mix(restBytes == 0 ? word : rest | word << shift);
            rest = restBytes == 0 ? 0 : word >>> Long.SIZE - shift;
            at += Long.BYTES;
        }
        while (at < end && !full()) {
            rest |= (from[at++] & 0xFFL) << (restBytes << 3);
            if (++restBytes == Long.BYTES) {
                mix(rest);
                rest = 0;
                restBytes = 0;
            }
        }
    }

    /** What was hashed so far, of a prompt that has {@code more} bytes than were added. */
    Prompt prompt(long more) {
        return Prompt.of(Arrays.copyOf(hashes, blocks), Arrays.copyOf(ends, blocks), bytes + more);
    }

    /** Of all that was hashed, with the last bytes and the length. */
    long whole() {
        return (hash ^ rest * FACTOR ^ bytes) * OTHER;
    }

    private void mix(long word) {
        hash = Long.rotateLeft(hash ^ word * FACTOR, 31) * OTHER;
        hashed += Long.BYTES;
        if (hashed == nextEnd) {
            block();
        }
    }

    private void block() {
        if (blocks == hashes.length) {
            hashes = Arrays.copyOf(hashes, 2 * blocks);
            ends = Arrays.copyOf(ends, 2 * blocks);
        }
        hashes[blocks] = (hash ^ hash >>> 29) * FACTOR;
        ends[blocks++] = hashed;
        nextEnd += hashed < FINE * 32 ? FINE : hashed < MIDDLING * 64 ? MIDDLING : COARSE;
    }
}
