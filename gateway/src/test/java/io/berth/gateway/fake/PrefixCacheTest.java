package io.berth.gateway.fake;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class PrefixCacheTest {
    /** In blocks of one token, which is four letters. */
    private static PromptBlocks prompt(String text) {
        return new PromptBlocks("m", 1).add(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void prompts_are_known_as_far_as_they_are_alike() {
        PrefixCache cache = new PrefixCache(10);
        cache.read(prompt("aaaabbbbcccc"));

        assertThat(cache.known(prompt("aaaabbbbdddd"))).isEqualTo(2);
        assertThat(cache.known(prompt("aaaabbbbccc"))).isEqualTo(2);
        assertThat(cache.known(prompt("aaaabbbbccccdddd"))).isEqualTo(3);
        // The same block behind another beginning is another block.
        assertThat(cache.known(prompt("xxxxbbbb"))).isZero();
        assertThat(cache.known(new PromptBlocks("other", 1).add("aaaa".getBytes(StandardCharsets.UTF_8))))
                .isZero();
    }

    @Test
    void what_was_unused_for_longest_is_forgotten_first_and_ends_before_beginnings() {
        PrefixCache cache = new PrefixCache(4);
        cache.read(prompt("aaaabbbb"));
        cache.read(prompt("ccccdddd"));
        cache.read(prompt("aaaabbbb"));
        cache.read(prompt("eeee"));

        assertThat(cache.known(prompt("aaaabbbb"))).isEqualTo(2);
        assertThat(cache.known(prompt("ccccdddd"))).isEqualTo(1);
        assertThat(cache.known(prompt("eeee"))).isEqualTo(1);
    }

    @Test
    void a_cache_of_no_blocks_knows_nothing() {
        PrefixCache cache = new PrefixCache(0);
        cache.read(prompt("aaaa"));

        assertThat(cache.known(prompt("aaaa"))).isZero();
    }

    @Test
    void a_prompt_goes_on_where_it_ended() {
        PromptBlocks whole = prompt("aaaabbbbccc");
        PromptBlocks parts = prompt("aaaabb").add("bbccc".getBytes(StandardCharsets.UTF_8));

        assertThat(parts.blocks()).isEqualTo(2);
        assertThat(parts.hash(1)).isEqualTo(whole.hash(1));
        assertThat(parts.hash()).isEqualTo(whole.hash());
        assertThat(whole.tokens()).isEqualTo(3);
        assertThat(prompt("").tokens()).isEqualTo(1);
    }
}
