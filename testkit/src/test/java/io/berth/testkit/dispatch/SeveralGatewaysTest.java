package io.berth.testkit.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.dispatch.Balancer;
import io.berth.core.dispatch.DispatchSpec;
import io.berth.core.dispatch.catalog.DispatchCatalog;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.time.Nanos;
import io.berth.testkit.dispatch.UntoldFleet.Latencies;
import io.berth.testkit.dispatch.UntoldFleet.Several;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Gateways before the same servers, which tell one another what they have there, against a single one. */
class SeveralGatewaysTest {
    private static final long TELL = Nanos.SECOND / 5;
    private static final long REPORT = Nanos.SECOND / 2;
    private static final Several ONE = new Several(1, 0);

    private final UntoldFleet fleet =
            new UntoldFleet(new double[] {1, 1, 0.5, 0.25}, new int[] {8, 8, 8, 8}, 0.9, 8_000, 1);

    /** Of four that do not tell, each takes what the others have for load that does not end, and lets its own requests wait for ever. */
    @ParameterizedTest
    @CsvSource({"2, 1.12", "4, 1.2"})
    void whoTellIsNearlyOne(int gateways, double most) {
        Latencies one = by(ONE, "predicted", REPORT);
        Latencies told = by(new Several(gateways, TELL), "predicted", REPORT);
        Latencies alone = by(new Several(gateways, 0), "predicted", REPORT);

        assertThat(told.answered()).isEqualTo(8_000);
        assertThat(told.meanMillis()).isLessThan(most * one.meanMillis()).isLessThan(0.98 * alone.meanMillis());
        assertThat(told.p99Millis()).isLessThan(most * one.p99Millis()).isLessThan(alone.p99Millis());
    }

    @Test
    void fewestRequestsAreThoseOfAll() {
        Latencies one = by(ONE, "least-connections", 0);
        Latencies told = by(new Several(4, TELL), "least-connections", 0);
        Latencies alone = by(new Several(4, 0), "least-connections", 0);

        assertThat(told.meanMillis()).isLessThan(1.1 * one.meanMillis()).isLessThan(0.96 * alone.meanMillis());
    }

    private Latencies by(Several several, String name, long reportNanos) {
        Supplier<Balancer> balancers = () -> DispatchCatalog.standard().balancer(PolicySpec.of(name));
        return fleet.by(several, balancers, reportNanos, DispatchSpec.Wait.GATEWAY);
    }
}
