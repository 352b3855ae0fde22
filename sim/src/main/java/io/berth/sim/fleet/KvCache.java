package io.berth.sim.fleet;

import io.berth.core.dispatch.Prompt;
import io.berth.sim.request.Tokens;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The keys and values that an engine holds, in tokens: those of its requests alone, and blocks of prompts that several may share. A block
 * that nobody uses stays until its room is needed; the one unused for longest goes first, of a prompt its end before its beginning. As
 * in vLLM's automatic prefix caching (Kwon et al., SOSP 2023; its docs, design of prefix caching).
 */
final class KvCache {
    private final long capacity;
    private final Map<Long, Block> blocks = new LinkedHashMap<>();
    /** Of {@link #blocks} those without users, the one unused for longest first. */
    private final Map<Long, Block> idle = new LinkedHashMap<>();
    /** Tokens of requests, and of blocks that have users. */
    private long used;

    private long idleTokens;

    private static final class Block {
        private final long tokens;
        private int users;

        Block(long tokens) {
            this.tokens = tokens;
        }
    }

    KvCache(long capacity) {
        this.capacity = capacity;
    }

    /** How many tokens more than there is room for requests use. */
    long over() {
        return used - capacity;
    }

    /** Tokens that requests use. */
    long used() {
        return used;
    }

    /** How many of the first blocks of {@code prompt} it holds. */
    int known(Prompt prompt) {
        int known = 0;
        while (known < prompt.blocks() && blocks.containsKey(prompt.hash(known))) {
            known++;
        }
        return known;
    }

    /** Whether there is room for {@code tokens} of a request beside its first {@code known} blocks, with {@code spare} left. */
    boolean fits(Prompt prompt, int known, long tokens, long spare) {
        long woken = 0;
        for (int block = 0; block < known; block++) {
            Block there = idle.get(prompt.hash(block));
            woken += there == null ? 0 : there.tokens;
        }
        return used + woken + tokens + spare <= capacity;
    }

    /** A request uses the first {@code known} blocks of {@code prompt}, which are held. */
    void use(Prompt prompt, int known) {
        for (int block = 0; block < known; block++) {
            use(prompt.hash(block));
        }
    }

    /** A request takes {@code tokens} more of its own, or gives them back. */
    void take(long tokens) {
        used += tokens;
        evict();
    }

    /**
     * The blocks of {@code prompt} from {@code known} on are there, of tokens that a request took for them: others may use them too.
     *
     * @return how many tokens it has no more of its own
     */
    long share(Prompt prompt, int known) {
        long shared = 0;
        for (int block = known; block < prompt.blocks(); block++) {
            long tokens = (prompt.bytesOf(block + 1) - prompt.bytesOf(block)) / Tokens.BYTES;
            shared += tokens;
            used -= tokens;
            if (!blocks.containsKey(prompt.hash(block))) {
                Block made = new Block(tokens);
                blocks.put(prompt.hash(block), made);
                idle.put(prompt.hash(block), made);
                idleTokens += tokens;
            }
            use(prompt.hash(block));
        }
        return shared;
    }

    /** A request uses the first {@code known} blocks of {@code prompt} no more. */
    void leave(Prompt prompt, int known) {
        for (int block = known - 1; block >= 0; block--) {
            long hash = prompt.hash(block);
            Block there = block(hash);
            if (--there.users == 0) {
                used -= there.tokens;
                idleTokens += there.tokens;
                idle.put(hash, there);
            }
        }
        evict();
    }

    private void use(long hash) {
        Block there = block(hash);
        if (there.users++ == 0) {
            idle.remove(hash);
            idleTokens -= there.tokens;
            used += there.tokens;
        }
    }

    private Block block(long hash) {
        Block there = blocks.get(hash);
        if (there == null) {
            throw new IllegalStateException("There is no block " + hash + ".");
        }
        return there;
    }

    private void evict() {
        Iterator<Map.Entry<Long, Block>> oldest = idle.entrySet().iterator();
        while (used + idleTokens > capacity && oldest.hasNext()) {
            Map.Entry<Long, Block> gone = oldest.next();
            idleTokens -= gone.getValue().tokens;
            blocks.remove(gone.getKey());
            oldest.remove();
        }
    }
}
