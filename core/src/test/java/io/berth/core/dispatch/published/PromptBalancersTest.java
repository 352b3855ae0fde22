package io.berth.core.dispatch.published;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.dispatch.Balancer;
import io.berth.core.dispatch.Prompt;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Those that send prompts where they were read. */
class PromptBalancersTest {
    private static final Prompt PROMPT = Ground.prompt("abcdefghij");
    private static final Prompt OTHER = Ground.prompt("0123456789");

    private final Ground cacheAware = new Ground(new CacheAware(0.3, 64, 1.5, 1024), 2);
    private final Ground aibrix = new Ground(new AibrixPrefix(16, 1, 1024), 4);

    @Test
    void cache_aware_sends_a_prompt_where_more_than_a_threshold_of_it_was_sent() {
        cacheAware.send(1, Ground.prompt("abcd"));
        assertThat(cacheAware.pick(PROMPT)).as("0.4 of it").isEqualTo(1);

        cacheAware.send(1, Ground.prompt("012"));
        assertThat(cacheAware.pick(OTHER)).as("0.3 of it").isZero();
        assertThat(cacheAware.pick(Prompt.NONE)).isZero();
    }

    @Test
    void cache_aware_goes_by_load_where_loads_are_too_unlike() {
        cacheAware.send(0, PROMPT);
        cacheAware.send(1, 5);
        cacheAware.send(0, 68);
        assertThat(cacheAware.pick(PROMPT)).as("69 and 5").isZero();
        cacheAware.send(0, 1);
        assertThat(cacheAware.pick(PROMPT)).as("70 and 5").isEqualTo(1);
        cacheAware.send(1, 200);
        cacheAware.send(0, 200);
        assertThat(cacheAware.pick(PROMPT))
                .as("270 and 205: not 1.5 times as many")
                .isZero();
    }

    @Test
    void cache_aware_sends_what_nobody_knows_to_the_lowest_load_and_what_both_know_too() {
        cacheAware.send(0, PROMPT);
        cacheAware.send(0, PROMPT);
        cacheAware.send(1, PROMPT);
        assertThat(cacheAware.pick(OTHER)).isEqualTo(1);
        assertThat(cacheAware.pick(PROMPT)).isEqualTo(1);
        cacheAware.send(1, 1);
        assertThat(cacheAware.pick(PROMPT)).as("equal: the lower number").isZero();
    }

    @Test
    void aibrix_leaves_out_servers_far_above_the_mean() {
        aibrix.send(0, PROMPT);
        aibrix.send(1, Ground.prompt("abcde"));
        assertThat(aibrix.pick(PROMPT)).as("1, 1, 0, 0 requests: all within 1").isZero();
        aibrix.send(0, 5).send(1, 1).send(2, 2).send(3, 2);
        assertThat(aibrix.pick(PROMPT)).as("6, 2, 2, 2: at most 4.73").isEqualTo(1);
    }

    @Test
    void aibrix_goes_by_load_where_loads_are_too_unlike_or_nothing_is_known() {
        aibrix.send(0, PROMPT);
        aibrix.send(0, 16).send(1, 4).send(2, 1).send(3, 4);
        assertThat(aibrix.pick(OTHER)).isEqualTo(2);
        aibrix.send(1, 13).send(2, 16).send(3, 13);
        assertThat(aibrix.pick(PROMPT)).as("17 each").isZero();

        Ground unlike = new Ground(new AibrixPrefix(16, 9, 1024), 2);
        unlike.send(0, PROMPT);
        unlike.send(0, 15);
        assertThat(unlike.pick(PROMPT)).as("16 and 0").isZero();
        unlike.send(0, 1);
        assertThat(unlike.pick(PROMPT)).as("17 and 0").isEqualTo(1);
    }

    @Test
    void aibrix_takes_the_less_loaded_of_those_that_know_as_much() {
        Ground ground = new Ground(new AibrixPrefix(16, 2, 1024), 2);
        ground.send(0, PROMPT);
        ground.send(1, PROMPT);
        ground.send(0, 1);
        assertThat(ground.pick(PROMPT)).isEqualTo(1);
        assertThat(new Ground(new AibrixPrefix(16, 2, 1024), 3).picks(100)).containsOnlyKeys(0, 1, 2);
    }

    @Test
    void dynamo_counts_blocks_to_read_and_blocks_that_are_held() {
        Ground ground = new Ground(new Dynamo(1, 1, 0, 1024), 2);
        String text = "abcdefghij".repeat(10);
        ground.send(0, Ground.prompt(text.substring(0, 80)));
        ground.send(0, Ground.prompt("0123456789".repeat(22)));
        ground.send(1, Ground.prompt("9876543210".repeat(20)));
        // Of the first: 20 to read, 300 held and 20 more. Of the second: 100 to read, 200 held and 100 more.
        assertThat(ground.pick(Ground.prompt(text))).isZero();

        ground.send(0, Ground.prompt("klmnopqrst".repeat(6)));
        assertThat(ground.pick(Ground.prompt(text))).as("400 and 400").isBetween(0, 1);
        ground.send(0, Ground.prompt("uvwxyzuvwx"));
        assertThat(ground.pick(Ground.prompt(text))).as("410 and 400").isEqualTo(1);

        ground.answer(0);
        ground.answer(0);
        assertThat(ground.pick(Ground.prompt(text)))
                .as("20 + 70 + 100: known, and held no more")
                .isZero();
    }

    @Test
    void dynamo_counts_new_blocks_of_requests_that_wait_as_to_be_read() {
        Ground ground = new Ground(new Dynamo(1, 1, 0, 1024), 2);
        ground.send(0, OTHER);
        ground.send(1, OTHER);
        ground.report(0, 1, 1);
        assertThat(ground.picks(20)).containsOnlyKeys(1);
        ground.report(0, 1, 0);
        assertThat(ground.picks(100)).containsOnlyKeys(0, 1);
    }

    @Test
    void dynamo_draws_the_more_the_warmer_it_is() {
        Ground cold = new Ground(new Dynamo(1, 1, 0, 1024), 2).send(0, 1);
        assertThat(cold.picks(50)).containsOnlyKeys(1);

        // Costs of 2 and 1 blocks: e^-1 against 1 where the temperature is 1.
        Ground warm = new Ground(new Dynamo(1, 1, 1, 1024), 2).send(0, 1);
        assertThat(warm.picks(10_000).getOrDefault(0, 0) / 10_000.0).isBetween(0.25, 0.29);
        Ground equal = new Ground(new Dynamo(1, 1, 1, 1024), 2);
        assertThat(equal.picks(10_000).getOrDefault(0, 0) / 10_000.0).isBetween(0.48, 0.52);
    }

    @Test
    void prefix_affinity_looks_at_prompts_alone() {
        Ground ground = new Ground(new PrefixAffinity(1024), 3);
        ground.send(2, Ground.prompt("abc"));
        ground.send(1, Ground.prompt("ab"));
        ground.send(2, 100);
        assertThat(ground.pick(PROMPT)).isEqualTo(2);
        assertThat(ground.picks(100)).containsOnlyKeys(0, 1, 2);
    }

    @Test
    void servers_that_join_know_nothing() {
        for (Balancer balancer : List.of(
                new CacheAware(0.3, 64, 1.5, 1024),
                new AibrixPrefix(16, 2, 1024),
                new PrefixAffinity(1024),
                new Dynamo(1, 1, 0, 1024))) {
            Ground ground = new Ground(balancer, 2);
            ground.send(1, PROMPT);
            ground.answer(1);
            assertThat(ground.pick(PROMPT)).isEqualTo(1);
            ground.replace(1);
            ground.send(1, 1);
            assertThat(ground.pick(PROMPT)).as("%s", balancer).isBetween(0, balancer instanceof PrefixAffinity ? 1 : 0);
        }
    }

    @Test
    void blocks_are_counted_once_for_a_server() {
        ActiveBlocks blocks = new ActiveBlocks();
        blocks.grow(4);
        SplittableRandom random = new SplittableRandom(5);
        List<List<Prompt>> there = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        for (int step = 0; step < 5_000; step++) {
            int server = random.nextInt(4);
            List<Prompt> held = there.get(server);
            if (random.nextInt(100) < 52 || held.isEmpty()) {
                Prompt prompt = drawn(random);
                assertThat(blocks.more(server, prompt)).isEqualTo(bytes(held, prompt) - bytes(held));
                blocks.add(server, prompt);
                held.add(prompt);
            } else {
                blocks.remove(server, held.remove(random.nextInt(held.size())));
            }
            assertThat(blocks.held(server)).isEqualTo(bytes(held));
        }
    }

    @Test
    void parameters_have_bounds() {
        assertThatThrownBy(() -> new CacheAware(1.1, 64, 1.5, 1024))
                .hasMessage("The parameter (cache-threshold) must be from 0 to 1, not (1.1).");
        assertThatThrownBy(() -> new CacheAware(0.3, 64, 1.5, 1000))
                .hasMessage("The parameter (blocks) must be a power of two of 16 or more, not (1000).");
        assertThatThrownBy(() -> new Dynamo(1, 1, -1, 1024)).hasMessageContaining("(temperature)");
        assertThatThrownBy(() -> new AibrixPrefix(-1, 1, 1024)).hasMessageContaining("(imbalance)");
    }

    private static Prompt drawn(SplittableRandom random) {
        StringBuilder text = new StringBuilder();
        int blocks = random.nextInt(6);
        for (int block = 0; block < blocks; block++) {
            text.append((char) ('a' + random.nextInt(2)));
        }
        return Ground.prompt(text.toString());
    }

    /** Bytes of all different blocks. */
    private static long bytes(List<Prompt> prompts, Prompt... more) {
        TreeMap<Long, Long> blocks = new TreeMap<>();
        List<Prompt> all = new ArrayList<>(prompts);
        all.addAll(List.of(more));
        for (Prompt prompt : all) {
            for (int block = 0; block < prompt.blocks(); block++) {
                blocks.put(prompt.hash(block), 64L);
            }
        }
        return blocks.values().stream().mapToLong(Long::longValue).sum();
    }
}
