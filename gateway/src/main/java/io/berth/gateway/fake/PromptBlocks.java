package io.berth.gateway.fake;

import io.berth.core.time.Chance;
import io.berth.gateway.fake.openai.Ask;
import java.util.Arrays;

/** A prompt, and what may follow it, cut into blocks of tokens. The hash of a block is one of all up to its end. */
final class PromptBlocks {
    /** FNV-1a: offset basis and prime of 64 bits. */
    private static final long BASIS = 0xcbf29ce484222325L;

    private static final long PRIME = 0x100000001b3L;

    private final int blockBytes;
    private long[] hashes = new long[16];
    private int blocks;
    private long hash;
    private long bytes;

    /**
     * @param model other models know other prompts
     * @param blockTokens of a block
     */
    PromptBlocks(String model, int blockTokens) {
        blockBytes = blockTokens * Ask.TOKEN_BYTES;
        hash = BASIS ^ Chance.mix(model.hashCode());
    }

    PromptBlocks add(byte[] more) {
        for (byte each : more) {
            hash = (hash ^ each) * PRIME;
            bytes++;
            if (bytes % blockBytes == 0) {
                if (blocks == hashes.length) {
                    hashes = Arrays.copyOf(hashes, blocks * 2);
                }
                hashes[blocks++] = hash;
            }
        }
        return this;
    }

    /** How many whole blocks there are. */
    int blocks() {
        return blocks;
    }

    /** The hash of all up to the end of {@code block}. */
    long hash(int block) {
        return hashes[block];
    }

    /** The hash of all, what is beyond the last whole block with it. */
    long hash() {
        return Chance.mix(hash);
    }

    int tokens() {
        return Ask.tokens(bytes);
    }
}
