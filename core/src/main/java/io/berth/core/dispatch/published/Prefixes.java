package io.berth.core.dispatch.published;

import io.berth.core.dispatch.Prompt;
import io.berth.core.dispatch.predict.PrefixMemory;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Which beginnings of prompts were sent to which server: an approximate index, since no server says what it has forgotten. */
final class Prefixes {
    private final int blocks;
    /** Made when a server gets its first prompt: where there are none, it costs nothing. */
    private @Nullable PrefixMemory[] memories = {};

    /** @param blocks that are remembered for each server, those used last */
    Prefixes(int blocks) {
        this.blocks = PrefixMemory.checked(blocks);
    }

    void grow(int size) {
        if (memories.length < size) {
            memories = Arrays.copyOf(memories, size);
        }
    }

    /** How many of the first blocks of {@code prompt} were sent to {@code server} before. */
    int known(int server, Prompt prompt) {
        PrefixMemory memory = memories[server];
        return memory == null ? 0 : memory.known(prompt);
    }

    /** The same in bytes. */
    long knownBytes(int server, Prompt prompt) {
        return prompt.bytesOf(known(server, prompt));
    }

    /** The same as a share of the whole prompt, 0 to 1. */
    double share(int server, Prompt prompt) {
        return prompt.bytes() == 0 ? 0 : (double) knownBytes(server, prompt) / prompt.bytes();
    }

    /** {@code prompt} is sent to {@code server}. */
    void read(int server, Prompt prompt) {
        if (prompt.blocks() > 0) {
            PrefixMemory memory = memories[server];
            if (memory == null) {
                memory = new PrefixMemory(blocks);
                memories[server] = memory;
            }
            memory.read(prompt);
        }
    }

    void forget(int server) {
        PrefixMemory memory = memories[server];
        if (memory != null) {
            memory.clear();
        }
    }
}
