package io.berth.core.dispatch.published;

/** Tokens of prompts of which the bytes are known: four bytes each. */
final class Tokens {
    private static final double BYTES = 4;
    private static final double BLOCK = 16;

    private Tokens() {}

    static double of(long bytes) {
        return bytes / BYTES;
    }

    /** Blocks of the memory of an engine, 16 tokens each. */
    static double blocks(long bytes) {
        return of(bytes) / BLOCK;
    }
}
