package io.berth.spec.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.spec.input.InputException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SweepTest {
    @Test
    void without_a_sweep_there_is_one_point_that_sets_nothing() {
        assertThat(points()).containsExactly("{}");
    }

    @Test
    void a_list_has_a_point_for_each_value() {
        assertThat(points("a.b=0.5,0.7, 1e3")).containsExactly("{a.b=0.5}", "{a.b=0.7}", "{a.b=1e3}");
    }

    @Test
    void a_range_has_both_ends_and_no_rounding() {
        assertThat(points("load=0.5..0.9/0.2")).containsExactly("{load=0.5}", "{load=0.7}", "{load=0.9}");
        assertThat(points("n=1..8/3,20")).containsExactly("{n=1}", "{n=4}", "{n=7}", "{n=20}");
        assertThat(points("t=10m..20m/5m")).containsExactly("{t=10m}", "{t=15m}", "{t=20m}");
    }

    @Test
    void several_sweeps_make_their_product_with_the_last_varying_fastest() {
        assertThat(points("a=1,2", "b=x,y")).containsExactly("{a=1, b=x}", "{a=1, b=y}", "{a=2, b=x}", "{a=2, b=y}");
    }

    @Test
    void commas_in_brackets_and_quotes_belong_to_the_value() {
        assertThat(points("s=[a,b],{c: 1, d: [2,3]},\"e,f\""))
                .containsExactly("{s=[a,b]}", "{s={c: 1, d: [2,3]}}", "{s=\"e,f\"}");
    }

    @Test
    void ranges_of_seeds_are_values() {
        assertThat(points("seeds=1..3,4..6")).containsExactly("{seeds=1..3}", "{seeds=4..6}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "load | must be key.path=VALUE,VALUE",
                "=1 | must be key.path=VALUE,VALUE",
                "a=1,,2 | has an empty value",
                "a= | has an empty value",
                "a=1,2,1 | \"1\" is there twice",
                "a=1..5 | FIRST..LAST/STEP",
                "a=1m..5h/1m | in one unit",
                "a=5..1/1 | must rise",
                "a=1..5/0 | must rise",
                "a=1..5/-1 | must rise",
                "a=0..999999999/0.1 | more than 10000 points"
            })
    void what_is_no_sweep_is_said_in_one_line(String option, String problem) {
        assertThatThrownBy(() -> points(option))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith("--sweep " + option)
                .hasMessageContaining(problem);
    }

    @Test
    void a_key_is_swept_once_and_points_are_limited() {
        assertThatThrownBy(() -> points("a=1", "a=2")).hasMessageContaining("twice");
        assertThatThrownBy(() -> points("a=1..200/1", "b=1..200/1")).hasMessageContaining("more than 10000 points");
    }

    private static List<String> points(String... options) {
        return Sweep.points(List.of(options)).stream()
                .map(point -> point.set().toString())
                .toList();
    }
}
