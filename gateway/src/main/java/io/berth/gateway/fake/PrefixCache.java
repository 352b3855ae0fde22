package io.berth.gateway.fake;

import java.util.LinkedHashMap;
import java.util.Map;

/** Which blocks of prompts a server remembers; those unused for longest are forgotten first. */
final class PrefixCache {
    private final LinkedHashMap<Long, Boolean> blocks;

    /** @param most blocks that are remembered; 0 for none */
    PrefixCache(int most) {
        blocks = new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<Long, Boolean> eldest) {
                return size() > most;
            }
        };
    }

    /** How many of the first blocks of {@code prompt} are remembered. */
    int known(PromptBlocks prompt) {
        int known = 0;
        while (known < prompt.blocks() && blocks.containsKey(prompt.hash(known))) {
            known++;
        }
        return known;
    }

    /** {@code prompt} was read. The last block is used first, so that what is forgotten of it first is its end. */
    void read(PromptBlocks prompt) {
        for (int block = prompt.blocks() - 1; block >= 0; block--) {
            blocks.put(prompt.hash(block), true);
        }
    }
}
