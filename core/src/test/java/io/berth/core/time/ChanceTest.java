package io.berth.core.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ChanceTest {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    @Test
    void known_draws_stay_what_they_are() {
        assertThat(Chance.at(0, 0, 0, 0)).isEqualTo(0xa076d5bd45fb3880L);
        assertThat(Chance.at(42, 7, 3, 1)).isEqualTo(0x9d1d2f2e056b5252L);
        Chance chance = new Chance(42, "arrivals", 0);
        assertThat(new int[] {chance.below(1000), chance.below(1000), chance.below(1000)})
                .containsExactly(551, 288, 971);
    }

    @Test
    void each_coordinate_is_mixed_by_the_finaliser_of_split_mix_64() {
        for (long seed = 0; seed < 100; seed++) {
            long expected =
                    splitMix(splitMix(splitMix(splitMix(seed + GOLDEN) ^ (seed * 3 + GOLDEN)) ^ (seed * 5 + GOLDEN))
                            ^ (seed * 7 + GOLDEN));
            assertThat(Chance.at(seed, seed * 3, seed * 5, seed * 7)).isEqualTo(expected);
        }
    }

    @Test
    void another_pass_of_a_stream_draws_as_if_it_were_made_for_it() {
        Chance stream = new Chance(42, "arrivals", 0);
        stream.bits();
        for (long pass = 0; pass < 100; pass++) {
            Chance made = new Chance(42, "arrivals", pass);
            Chance other = stream.inPass(pass);
            assertThat(new long[] {other.bits(), other.bits()}).containsExactly(made.bits(), made.bits());
        }
    }

    @Test
    void draws_below_a_bound_are_uniform() {
        int[] counts = new int[10];
        Chance chance = new Chance(1, "uniform", 0);
        for (int draw = 0; draw < 100_000; draw++) {
            counts[chance.below(10)]++;
        }
        for (int count : counts) {
            // Five standard deviations of a binomial of 100,000 and 1/10.
            assertThat(count).isBetween(10_000 - 475, 10_000 + 475);
        }
    }

    @Test
    void the_moments_of_the_distributions_are_theirs() {
        Chance chance = new Chance(2, "moments", 0);
        double exponential = 0;
        double normal = 0;
        double squares = 0;
        int draws = 100_000;
        for (int draw = 0; draw < draws; draw++) {
            exponential += chance.exponential(3);
            double value = chance.normal();
            normal += value;
            squares += value * value;
        }
        assertThat(exponential / draws).isCloseTo(3, within(0.05));
        assertThat(normal / draws).isCloseTo(0, within(0.02));
        assertThat(squares / draws).isCloseTo(1, within(0.03));
    }

    @Test
    void streams_and_passes_are_independent_of_how_much_was_drawn_before() {
        Chance spent = new Chance(1, "a", 1);
        spent.bits();
        assertThat(new Chance(1, "a", 2).bits()).isEqualTo(Chance.at(1, streamOf("a"), 2, 0));
        assertThat(spent.bits()).isEqualTo(Chance.at(1, streamOf("a"), 1, 1));
        assertThat(new Chance(1, "b", 1).bits()).isNotEqualTo(new Chance(1, "a", 1).bits());
    }

    @Test
    void a_bound_must_be_positive() {
        assertThatThrownBy(() -> new Chance(1, "a", 0).below(0)).hasMessageContaining("(0)");
    }

    private static long splitMix(long seed) {
        return new SplittableRandom(seed).nextLong();
    }

    /** FNV-1a, 64 bits. */
    private static long streamOf(String name) {
        long hash = 0xcbf29ce484222325L;
        for (char c : name.toCharArray()) {
            hash = (hash ^ c) * 0x100000001b3L;
        }
        return hash;
    }
}
