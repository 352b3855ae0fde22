package io.berth.sim.fleet;

import io.berth.core.dispatch.Prompt;
import io.berth.sim.request.Tokens;
import java.util.LinkedHashMap;
import java.util.Map;

/** The blocks of prompts that a server remembers, so many tokens of them; those unused for longest are forgotten first. */
final class HeldPrompts {
    private final long mostTokens;
    private final LinkedHashMap<Long, Long> blocks = new LinkedHashMap<>(16, 0.75f, true);
    private long tokens;

    HeldPrompts(long mostTokens) {
        this.mostTokens = mostTokens;
    }

    /** How many tokens of {@code prompt} it remembers. */
    long known(Prompt prompt) {
        int known = 0;
        while (known < prompt.blocks() && blocks.containsKey(prompt.hash(known))) {
            known++;
        }
        return prompt.bytesOf(known) / Tokens.BYTES;
    }

    /** It reads {@code prompt}. The last block is used first, so that what is forgotten of it first is its end. */
    void read(Prompt prompt) {
        for (int block = prompt.blocks() - 1; block >= 0; block--) {
            long more = (prompt.bytesOf(block + 1) - prompt.bytesOf(block)) / Tokens.BYTES;
            tokens += blocks.put(prompt.hash(block), more) == null ? more : 0;
        }
        while (tokens > mostTokens) {
            Map.Entry<Long, Long> eldest = blocks.firstEntry();
            tokens -= eldest.getValue();
            blocks.remove(eldest.getKey());
        }
    }
}
