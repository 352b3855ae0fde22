package io.berth.sim.trace.openb;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The values are what Go 1.26 prints for {@code rand.New(rand.NewSource(seed))}. */
class GoRandomTest {
    @Test
    void draws_the_numbers_of_go() {
        GoRandom stream = new GoRandom(42);
        assertThat(stream.next()).isEqualTo(3440579354231278675L);
        assertThat(stream.next()).isEqualTo(608747136543856411L);
        assertThat(stream.next()).isEqualTo(5571782338101878760L);
        assertThat(stream.below(1000)).isEqualTo(750);
        assertThat(stream.below(64)).isEqualTo(31);
        assertThat(stream.permutation(8)).containsExactly(3, 5, 2, 6, 0, 1, 4, 7);
        int[] values = {0, 1, 2, 3, 4, 5, 6, 7};
        stream.shuffle(values);
        assertThat(values).containsExactly(7, 1, 6, 5, 3, 2, 4, 0);
    }

    @Test
    void takes_zero_and_negative_seeds_as_go_does() {
        assertThat(new GoRandom(0).next()).isEqualTo(8717895732742165505L);
        assertThat(new GoRandom(-7).next()).isEqualTo(747107023976529931L);
    }

    @Test
    void a_copy_goes_on_alone() {
        GoRandom stream = new GoRandom(1);
        GoRandom copy = stream.copy();
        long first = stream.next();
        assertThat(copy.next()).isEqualTo(first);
        assertThat(copy.next()).isEqualTo(stream.next());
    }
}
