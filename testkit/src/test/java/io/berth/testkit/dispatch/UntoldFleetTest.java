package io.berth.testkit.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.dispatch.Balancer;
import io.berth.core.dispatch.DispatchSpec;
import io.berth.core.dispatch.catalog.DispatchCatalog;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.time.Nanos;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code predicted} makes of servers of which it is told nothing, against one who knows each length, speed and slot. */
class UntoldFleetTest {
    private static final int REQUESTS = 8_000;
    private static final long REPORT = Nanos.SECOND / 2;

    @ParameterizedTest
    @CsvSource({"0.7, 1", "0.7, 2", "0.9, 1", "0.9, 2"})
    void fourUnlikeServers(double load, long seed) {
        UntoldFleet fleet =
                new UntoldFleet(new double[] {1, 1, 0.5, 0.25}, new int[] {8, 8, 8, 8}, load, REQUESTS, seed);
        UntoldFleet.Latencies known = fleet.omniscient();

        double fewest = fleet.by(balancer("least-connections"), 0).meanMillis();
        for (DispatchSpec.Wait wait : DispatchSpec.Wait.values()) {
            UntoldFleet.Latencies told = fleet.by(balancer("predicted"), REPORT, wait);
            assertThat(told.p99Millis()).isLessThan(1.35 * known.p99Millis());
            assertThat(told.meanMillis()).isLessThan(1.02 * fewest);
        }

        // Servers that say nothing of themselves.
        assertThat(fleet.by(balancer("predicted"), 0).p99Millis()).isLessThan(1.4 * known.p99Millis());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void otherFleets(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int servers = 2 + random.nextInt(31);
        double[] speeds = new double[servers];
        int[] slots = new int[servers];
        for (int server = 0; server < servers; server++) {
            speeds[server] = Math.pow(2, -3 * random.nextDouble());
            slots[server] = (int) Math.round(Math.pow(2, 6 * random.nextDouble()));
        }
        UntoldFleet fleet = new UntoldFleet(speeds, slots, seed % 2 == 0 ? 0.7 : 0.9, REQUESTS, seed);
        UntoldFleet.Latencies told = fleet.by(balancer("predicted"), REPORT);

        // Who knows lengths gives the few fast slots to the long ones, which nobody else can.
        assertThat(told.p99Millis()).isLessThan(1.7 * fleet.omniscient().p99Millis());
        UntoldFleet.Latencies fewest = fleet.by(balancer("least-connections"), 0);
        assertThat(told.meanMillis()).isLessThan(0.8 * fewest.meanMillis());
        assertThat(told.p99Millis()).isLessThan(0.8 * fewest.p99Millis());
    }

    /** Where prompts begin alike, servers get those that they have read, and none of them is overrun for it. */
    @ParameterizedTest
    @CsvSource({"0.7, 1", "0.7, 2", "0.9, 1", "0.9, 2"})
    void promptsThatBeginAlike(double load, long seed) {
        UntoldFleet fleet = new UntoldFleet(
                new double[] {1, 1, 0.5, 0.25},
                new int[] {8, 8, 8, 8},
                new UntoldFleet.Asked(load, REQUESTS, 100, 25),
                seed);
        UntoldFleet.Latencies told = fleet.by(balancer("predicted"), REPORT);
        UntoldFleet.Latencies fewest = fleet.by(balancer("least-connections"), 0);
        UntoldFleet.Latencies held = fleet.by(balancer("predicted"), REPORT, DispatchSpec.Wait.GATEWAY);

        assertThat(held.meanMillis()).isLessThan(1.02 * told.meanMillis());
        assertThat(held.p99Millis()).isLessThan(1.1 * told.p99Millis());
        assertThat(told.readShare()).isLessThan(0.7 * fewest.readShare());
        assertThat(told.meanMillis()).isLessThan(0.85 * fewest.meanMillis());
        assertThat(told.p99Millis()).isLessThan(0.75 * fewest.p99Millis());
    }

    /** Nor does it take reports to find out what reading takes. */
    @ParameterizedTest
    @CsvSource({"0.7, 1, 251", "0.7, 3, 251", "0.9, 1, 274", "0.9, 4, 274"})
    void promptsThatBeginAlikeOnServersThatSayNothing(double load, long seed, double most) {
        UntoldFleet.Latencies untold =
                BalancerTable.fleet(load, REQUESTS, true, seed).by(balancer("predicted"), 0);

        assertThat(untold.meanMillis()).isLessThan(most);
        assertThat(untold.readShare()).isLessThan(0.3);
    }

    @Test
    void equalChoicesForEqualHistories() {
        UntoldFleet fleet = new UntoldFleet(new double[] {1, 0.5}, new int[] {4, 4}, 0.8, 500, 3);
        assertThat(fleet.by(balancer("predicted"), REPORT)).isEqualTo(fleet.by(balancer("predicted"), REPORT));
    }

    private static Balancer balancer(String name) {
        return DispatchCatalog.standard().balancer(PolicySpec.of(name));
    }
}
