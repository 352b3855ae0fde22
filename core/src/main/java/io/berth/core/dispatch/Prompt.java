package io.berth.core.dispatch;

/**
 * What a request begins with, in blocks, so that servers which have read the same beginning can be told. A block stands for all up
 * to its end: two prompts with an equal block are equal up to there.
 */
public final class Prompt {
    /** Nothing is known of it. */
    public static final Prompt NONE = new Prompt(new long[0], new int[0], 0);

    private final long[] hashes;
    private final int[] ends;
    private final long bytes;

    private Prompt(long[] hashes, int[] ends, long bytes) {
        this.hashes = hashes;
        this.ends = ends;
        this.bytes = bytes;
    }

    /**
     * @param hashes by block: of all up to its end
     * @param ends by block: how many bytes that is; rising
     * @param bytes the whole prompt, that beyond the last block with it
     */
    public static Prompt of(long[] hashes, int[] ends, long bytes) {
        if (hashes.length != ends.length || ends.length > 0 && ends[ends.length - 1] > bytes) {
            throw new IllegalArgumentException("A prompt of " + bytes + " bytes cannot have " + hashes.length
                    + " blocks that end at " + ends.length + " places, the last within it.");
        }
        return new Prompt(hashes.clone(), ends.clone(), bytes);
    }

    /** How many blocks it has. */
    public int blocks() {
        return hashes.length;
    }

    /** The hash of all up to the end of {@code block}. */
    public long hash(int block) {
        return hashes[block];
    }

    /** How many bytes its first {@code blocks} blocks are. */
    public long bytesOf(int blocks) {
        return blocks == 0 ? 0 : ends[blocks - 1];
    }

    /** The whole of it. */
    public long bytes() {
        return bytes;
    }
}
