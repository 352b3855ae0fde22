package io.berth.core.dispatch.published;

import io.berth.core.dispatch.Prompt;
import io.berth.core.time.Chance;
import java.util.Arrays;

/** The blocks of prompts that requests at servers hold, each counted once for a server however many of its requests have it. */
final class ActiveBlocks {
    /** By slot: server and block, mixed; how many requests hold it, 0 where the slot is empty. Open addressing. */
    private long[] keys = new long[64];

    private int[] holders = new int[64];
    private int used;
    /** By server: bytes of blocks, and of what is beyond the last block of each prompt. */
    private long[] bytes = {};

    void grow(int size) {
        if (bytes.length < size) {
            bytes = Arrays.copyOf(bytes, size);
        }
    }

    /** Bytes that requests at {@code server} hold. */
    long held(int server) {
        return bytes[server];
    }

    /** Bytes that {@code prompt} would add there. */
    long more(int server, Prompt prompt) {
        int block = 0;
        while (block < prompt.blocks() && holders[slot(key(server, prompt, block))] > 0) {
            block++;
        }
        return prompt.bytes() - prompt.bytesOf(block);
    }

    /** A request with {@code prompt} is at {@code server}. */
    void add(int server, Prompt prompt) {
        bytes[server] += prompt.bytes() - prompt.bytesOf(prompt.blocks());
        for (int block = 0; block < prompt.blocks(); block++) {
            long key = key(server, prompt, block);
            int at = slot(key);
            if (holders[at]++ == 0) {
                keys[at] = key;
                bytes[server] += prompt.bytesOf(block + 1) - prompt.bytesOf(block);
                if (2 * ++used > keys.length) {
                    enlarge();
                }
            }
        }
    }

    /** One that was added is there no more. */
    void remove(int server, Prompt prompt) {
        bytes[server] -= prompt.bytes() - prompt.bytesOf(prompt.blocks());
        for (int block = 0; block < prompt.blocks(); block++) {
            int at = slot(key(server, prompt, block));
            if (--holders[at] == 0) {
                bytes[server] -= prompt.bytesOf(block + 1) - prompt.bytesOf(block);
                used--;
                close(at);
            }
        }
    }

    private static long key(int server, Prompt prompt, int block) {
        return Chance.mix(prompt.hash(block) + server);
    }

    /** Where {@code key} is, or the empty slot where it would be. */
    private int slot(long key) {
        int at = home(key);
        while (holders[at] > 0 && keys[at] != key) {
            at = at + 1 & keys.length - 1;
        }
        return at;
    }

    private int home(long key) {
        return (int) (key >>> 32) & keys.length - 1;
    }

    private void enlarge() {
        long[] oldKeys = keys;
        int[] oldHolders = holders;
        keys = new long[2 * oldKeys.length];
        holders = new int[keys.length];
        for (int old = 0; old < oldKeys.length; old++) {
            if (oldHolders[old] > 0) {
                int at = slot(oldKeys[old]);
                keys[at] = oldKeys[old];
                holders[at] = oldHolders[old];
            }
        }
    }

    /** Moves up what was put further on because the slot {@code gap} was taken. */
    private void close(int gap) {
        int hole = gap;
        int at = gap + 1 & keys.length - 1;
        while (holders[at] > 0) {
            int home = home(keys[at]);
            boolean stays = hole <= at ? hole < home && home <= at : hole < home || home <= at;
            if (!stays) {
                keys[hole] = keys[at];
                holders[hole] = holders[at];
                holders[at] = 0;
                hole = at;
            }
            at = at + 1 & keys.length - 1;
        }
    }
}
