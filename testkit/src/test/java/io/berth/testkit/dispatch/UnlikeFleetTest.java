package io.berth.testkit.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.strategy.PartSpec;
import io.berth.core.strategy.PolicySpec;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every balancer, the published ones and combinations with them, on servers of which it is told nothing. */
class UnlikeFleetTest {
    private static final int REQUESTS = 8_000;
    private static final double[] LOADS = {0.7, 0.9};

    static List<PartSpec> balancers() {
        return BalancerTable.balancers();
    }

    static List<PartSpec> others() {
        // Those with a part of predicted may well be as good.
        return balancers().stream()
                .filter(spec -> !spec.policies().contains(PolicySpec.of("predicted")))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("balancers")
    void all_requests_are_answered_and_equal_histories_make_equal_choices(PartSpec spec) {
        UntoldFleet fleet = BalancerTable.fleet(0.9, 2_000, true, 3);
        UntoldFleet.Latencies first = fleet.by(BalancerTable.made(spec), BalancerTable.REPORT);

        assertThat(first.answered()).isEqualTo(2_000);
        assertThat(fleet.by(BalancerTable.made(spec), BalancerTable.REPORT)).isEqualTo(first);
    }

    @ParameterizedTest
    @MethodSource("others")
    void predicted_has_the_best_p99(PartSpec spec) {
        for (double load : LOADS) {
            for (boolean alike : new boolean[] {false, true}) {
                UntoldFleet fleet = BalancerTable.fleet(load, REQUESTS, alike, 1);
                UntoldFleet.Latencies other = fleet.by(BalancerTable.made(spec), BalancerTable.REPORT);
                UntoldFleet.Latencies best =
                        fleet.by(BalancerTable.made(PolicySpec.of("predicted")), BalancerTable.REPORT);

                assertThat(best.p99Millis())
                        .as("load %s, prompts that begin alike: %s", load, alike)
                        .isLessThan(other.p99Millis());
            }
        }
    }
}
