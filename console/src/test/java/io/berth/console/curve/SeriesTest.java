package io.berth.console.curve;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SeriesTest {
    @Test
    void a_million_points_keep_their_ends_and_every_spike_in_bounded_memory() {
        Series series = new Series();
        for (long step = 0; step < 1_000_000; step++) {
            double value = step == 123_456 ? 1e6 : step == 777_777 ? -1e6 : 1.0 / (1 + (double) step);
            series.add(new Point(step, step, value));
        }
        List<Point> points = series.points();

        assertThat(points).hasSizeLessThanOrEqualTo(2 * Series.MOST_BUCKETS + 3).hasSizeGreaterThan(400);
        assertThat(points.getFirst().step()).isZero();
        assertThat(points.getLast().step()).isEqualTo(999_999);
        assertThat(points).contains(new Point(123_456, 123_456, 1e6), new Point(777_777, 777_777, -1e6));
        assertThat(points).extracting(Point::step).isSorted();
    }

    @Test
    void the_first_value_that_is_no_number_is_kept() {
        Series series = new Series();
        for (long step = 0; step < 10_000; step++) {
            series.add(new Point(step, step, step >= 5_000 && step < 9_000 ? Double.NaN : 1));
        }
        assertThat(series.points()).contains(new Point(5_000, 5_000, Double.NaN));
    }

    @Test
    void a_restored_series_has_the_same_points_and_goes_on_as_it_was() {
        Series series = new Series();
        for (long step = 0; step < 5_000; step++) {
            series.add(new Point(step, step, StrictMath.sin((double) step)));
        }
        Series restored = Series.restored(series.points(), series.perBucket());
        for (long step = 5_000; step < 20_000; step++) {
            restored.add(new Point(step, step, 0));
        }
        assertThat(restored.points()).hasSizeLessThanOrEqualTo(2 * Series.MOST_BUCKETS + 3);
        assertThat(restored.points().getFirst()).isEqualTo(series.points().getFirst());
    }

    @Test
    void what_came_after_the_step_from_which_a_job_began_again_is_gone() {
        Series series = new Series();
        for (long step = 1; step <= 100; step++) {
            series.add(new Point(step, step, (double) step));
        }
        series.rewind(50);
        assertThat(series.points()).hasSize(49);
        assertThat(series.points().getLast().step()).isEqualTo(49);
    }

    @Test
    void few_points_are_all_there_and_thinned_ones_keep_their_spike() {
        List<Point> points = new ArrayList<>();
        for (long step = 0; step < 1_000; step++) {
            points.add(new Point(step, step, step == 500 ? 9 : 0));
        }
        assertThat(Series.thin(points.subList(0, 60), 60)).hasSize(60);
        assertThat(Series.thin(points, 60)).hasSizeLessThanOrEqualTo(66).contains(new Point(500, 500, 9));
    }
}
