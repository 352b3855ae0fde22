package io.berth.core.scale;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.scale.rule.ScaleSpec;
import io.berth.core.time.Nanos;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The formula of Kubernetes' HorizontalPodAutoscaler, case by case; most are the examples of its documentation. */
class TargetUtilisationTest {
    private static final ScaleSpec.Kubernetes NOW = new ScaleSpec.Kubernetes(0.1, 0);
    private static final ScaleSpec.Kubernetes USUAL = new ScaleSpec.Kubernetes(0.1, 300 * Nanos.SECOND);

    /** A mean twice the target doubles them, half of it halves them, a tenth off does nothing; 50 at 90 of 75 become 60. */
    @ParameterizedTest
    @CsvSource({
        "100, 4, 0, 800, 8",
        "100, 4, 0, 200, 2",
        "100, 4, 0, 440, 4",
        "100, 4, 0, 360, 4",
        "100, 4, 0, 441, 5",
        "100, 10, 0, 890, 9",
        "75, 50, 0, 4500, 60",
        // Those that start count as idle: a mean of 200 of four is 133 of six.
        "100, 4, 2, 800, 8",
        "100, 4, 2, 690, 7",
        // With them the mean is within the tolerance, or turned round: nothing is done.
        "100, 4, 2, 600, 6",
        "100, 4, 4, 600, 8",
        // Where there should be fewer, only those that answer count.
        "100, 4, 2, 200, 2",
        "100, 0, 2, 900, 2"
    })
    void as_many_times_the_servers_as_their_mean_is_the_target(
            double target, int ready, int starting, long requests, int wanted) {
        Scaler scaler = new TargetUtilisation(target, NOW);

        // What it begins with was right then, and no more a second later.
        scaler.wanted(sight(0, ready, starting, requests));
        assertThat(scaler.wanted(sight(1, ready, starting, requests))).isEqualTo(wanted);
    }

    @Test
    void more_are_twice_as_many_at_once_or_four_more() {
        assertThat(new TargetUtilisation(1, USUAL).wanted(sight(0, 2, 0, 100))).isEqualTo(6);
        assertThat(new TargetUtilisation(1, USUAL).wanted(sight(0, 10, 0, 100))).isEqualTo(20);
    }

    @Test
    void fewer_are_wanted_only_once_no_larger_number_was_right_for_five_minutes() {
        Scaler scaler = new TargetUtilisation(10, USUAL);

        assertThat(scaler.wanted(sight(0, 10, 0, 100))).isEqualTo(10);
        assertThat(scaler.wanted(sight(100, 10, 0, 60))).isEqualTo(10);
        assertThat(scaler.wanted(sight(200, 10, 0, 20))).isEqualTo(10);
        // The ten of the begin are 301 s ago; six were right 201 s ago.
        assertThat(scaler.wanted(sight(301, 10, 0, 20))).isEqualTo(6);
        assertThat(scaler.wanted(sight(401, 6, 0, 20))).isEqualTo(2);
    }

    private static Sight sight(long seconds, int ready, int starting, long requests) {
        return new Sight(seconds * Nanos.SECOND, ready, starting, requests, 0, 0);
    }
}
