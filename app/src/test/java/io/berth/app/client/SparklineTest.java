package io.berth.app.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.app.command.Sparkline;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SparklineTest {
    @Test
    void heights_go_from_the_least_to_the_greatest() {
        assertThat(Sparkline.of(List.of(1.0, 2.0, 3.0, 8.0), 10)).isEqualTo("▁▂▃█");
        assertThat(Sparkline.of(List.of(5.0, 5.0), 10)).isEqualTo("▁▁");
        assertThat(Sparkline.of(List.of(), 10)).isEmpty();
    }

    @Test
    void a_long_curve_has_the_width_that_is_asked_for_and_no_number_is_a_cross() {
        List<Double> values =
                IntStream.range(0, 1_000).mapToObj(i -> (double) i).toList();
        assertThat(Sparkline.of(values, 32)).hasSize(32).startsWith("▁").endsWith("█");
        assertThat(Sparkline.of(List.of(1.0, Double.NaN), 10)).isEqualTo("▁×");
    }
}
