package io.berth.gateway.fake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FakeSpecTest {
    @Test
    void lengths_have_the_median_that_was_said_and_no_more_than_the_most() {
        FakeSpec.Lengths lengths = new FakeSpec.Lengths(100, 1, 500);
        int[] drawn = IntStream.range(0, 10_001)
                .map(hash -> lengths.draw(5, hash))
                .sorted()
                .toArray();

        assertThat(drawn[5_000]).isBetween(95, 105);
        assertThat(Arrays.stream(drawn).max()).hasValue(500);
        // A lognormal has 16 of 100 below exp(-1) of its median.
        assertThat(drawn[1_587]).isBetween(34, 40);
        assertThat(lengths.draw(5, 77)).isEqualTo(lengths.draw(5, 77));
        assertThat(new FakeSpec.Lengths(30, 0, 500).draw(5, 1)).isEqualTo(30);
    }

    @Test
    void a_server_of_half_the_speed_takes_twice_as_long() {
        FakeSpec.Pace pace = new FakeSpec.Pace(10, 100, 1);

        assertThat(pace.reading(3)).isEqualTo(30);
        assertThat(pace.at(0.5).reading(3)).isEqualTo(60);
        assertThat(pace.at(0.5).making(2)).isEqualTo(400);
        // Nothing is as long that it would be in the past.
        assertThat(new FakeSpec.Pace(0, Long.MAX_VALUE, 1).making(9) + System.nanoTime())
                .isGreaterThan(System.nanoTime());
        assertThat(pace.made(-1)).isZero();
        assertThat(pace.made(0)).isEqualTo(1);
        assertThat(pace.at(0.5).made(400)).isEqualTo(3);
    }

    @Test
    void what_cannot_be_is_refused_with_its_name() {
        assertThatThrownBy(() -> new FakeSpec.Room(0, 1, 1, 1, 1)).hasMessageContaining("slots");
        assertThatThrownBy(() -> new FakeSpec.Room(1, -1, 1, 1, 1)).hasMessageContaining("queue");
        assertThatThrownBy(() -> new FakeSpec.Pace(-1, 1, 1)).hasMessageContaining("promptNanos");
        assertThatThrownBy(() -> new FakeSpec.Pace(1, 1, 0)).hasMessageContaining("speed");
        assertThatThrownBy(() -> new FakeSpec.Lengths(0, 1, 1)).hasMessageContaining("median");
        assertThatThrownBy(() -> new Faults(Map.of(Fault.SLOW_READ, 2.0), 0)).hasMessageContaining("slow-read");
        assertThatThrownBy(() -> FakeSpec.usual().serving()).hasMessageContaining("model");
    }
}
