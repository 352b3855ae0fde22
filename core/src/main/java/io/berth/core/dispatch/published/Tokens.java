package io.berth.core.dispatch.published;

import io.berth.core.dispatch.Prompt;

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

    /** The blocks that a request holds: one at least, of which nothing is known. */
    static double held(Prompt prompt) {
        return StrictMath.max(1, blocks(prompt.bytes()));
    }
}
