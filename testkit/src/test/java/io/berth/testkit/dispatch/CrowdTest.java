package io.berth.testkit.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.dispatch.DispatchSpec;
import io.berth.core.dispatch.DispatchSpec.Wait;
import io.berth.core.dispatch.catalog.DispatchCatalog;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.time.Nanos;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of clients where there are more than there is room for. */
class CrowdTest {
    private static final double[] SPEEDS = {1, 1, 0.5, 0.25};
    private static final int SLOTS = 8;
    /** Requests a second that the fleet answers, of 137 ms of work each. */
    private static final double CAPACITY = SLOTS * 2.75 / 0.137;

    /** A tenant that sends ten times its share delays itself. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void aTenantThatSendsTooMuchDelaysItself(long seed) {
        double within = p99OfFirst(0.5, seed);
        double over = p99OfFirst(5, seed);

        assertThat(over).isLessThan(1.1 * within);
    }

    /** The p99 of a tenant that asks for 0.3 of the fleet beside one that asks for {@code other}. */
    private static double p99OfFirst(double other, long seed) {
        CrowdedFleet fleet = fleet(PolicySpec.of("fair"));
        SplittableRandom random = new SplittableRandom(seed);
        List<CrowdedFleet.Visit> first = poisson(fleet, 0, 0.3, 40, random);
        poisson(fleet, 1, other, 40, new SplittableRandom(seed + 100));
        fleet.run(60 * Nanos.SECOND);

        assertThat(first).allMatch(CrowdedFleet.Visit::answered);
        double[] millis = first.stream()
                .skip(first.size() / 8)
                .mapToDouble(CrowdedFleet.Visit::latencyMillis)
                .sorted()
                .toArray();
        return millis[(int) (0.99 * millis.length)];
    }

    /** Those who come when they were told to are let in, while more come all the time than there is room for. */
    @ParameterizedTest
    @CsvSource({"queue-limit, 16, 1.5", "queue-limit, 4, 2", "queue-limit, 64, 1.2", "gradient, 40, 1.5"})
    void whoComesWhenToldToIsLetIn(String admission, String limit, double load) {
        String parameter = admission.equals("gradient") ? "most" : "length";
        CrowdedFleet fleet = fleet(PolicySpec.of("fifo"), PolicySpec.of(admission, Map.of(parameter, limit)));
        List<CrowdedFleet.Visit> all = poisson(fleet, 0, load, 40, new SplittableRandom(5));
        fleet.run(200 * Nanos.SECOND);

        List<CrowdedFleet.Visit> again =
                all.stream().filter(visit -> visit.tries > 1).toList();
        assertThat(again).hasSizeGreaterThan(all.size() / 20);
        assertThat(all).allMatch(CrowdedFleet.Visit::answered);
        long second = again.stream().filter(visit -> visit.tries == 2).count();
        assertThat((double) second / again.size()).isGreaterThan(0.9);
    }

    @ParameterizedTest
    @ValueSource(doubles = {1.5, 4})
    void aTenantOverItsRateIsToldWhenItMay(double over) {
        CrowdedFleet fleet =
                fleet(PolicySpec.of("fifo"), PolicySpec.of("token-bucket", Map.of("rate", "10", "burst", "5")));
        List<CrowdedFleet.Visit> all = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            all.add(fleet.comes((long) (i * Nanos.SECOND / (10 * over)), 0, 0, 50_000_000));
        }
        fleet.run(60 * Nanos.SECOND);

        assertThat(all).allMatch(CrowdedFleet.Visit::answered).allMatch(visit -> visit.tries <= 2);
        assertThat(all.stream().filter(visit -> visit.tries == 2).count()).isGreaterThan(20);
        // Ten a second, and the last is told so.
        long last = all.stream()
                .mapToLong(visit -> visit.toldNanos + visit.firstNanos)
                .max()
                .orElseThrow();
        assertThat(last / 1e9).isBetween(8.5, 10.5);
    }

    /** The times that a crowd is told against those at which there is room for each, one after another. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void aCrowdIsToldWhenThereWillBeRoom(long seed) {
        CrowdedFleet fleet = fleet(PolicySpec.of("fifo"), PolicySpec.of("queue-limit", Map.of("length", "16")));
        SplittableRandom random = new SplittableRandom(seed);
        List<CrowdedFleet.Visit> before = poisson(fleet, 0, 0.9, 10, random);
        List<CrowdedFleet.Visit> crowd = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            crowd.add(fleet.comes(10 * Nanos.SECOND + i, 0, 0, work(random)));
        }
        fleet.run(100 * Nanos.SECOND);

        double[] ends = Stream.concat(before.stream(), crowd.stream())
                .mapToDouble(visit -> (double) visit.endedNanos - 10e9)
                .filter(nanos -> nanos > 0)
                .sorted()
                .toArray();
        List<Double> errors = new ArrayList<>();
        int turned = 0;
        for (CrowdedFleet.Visit visit : crowd) {
            if (visit.tries > 1) {
                double room = ends[Math.min(turned++, ends.length - 1)];
                errors.add(Math.abs(visit.toldNanos - room) / room);
            }
        }
        errors.sort(null);
        assertThat(errors).hasSizeGreaterThan(1_900);
        assertThat(errors.get(errors.size() / 2)).isLessThan(0.3);
    }

    /** Where no server is there, clients are told what outages took before. */
    @ParameterizedTest
    @ValueSource(longs = {4, 20})
    void anOutageIsExpectedToLastAsOthersDid(long seconds) {
        CrowdedFleet fleet = fleet(PolicySpec.of("fifo"), Wait.SERVER);
        List<CrowdedFleet.Visit> last = new ArrayList<>();
        for (int outage = 0; outage < 4; outage++) {
            long from = (10 + 40L * outage) * Nanos.SECOND;
            fleet.down(from, from + seconds * Nanos.SECOND);
            for (int i = 1; i < 10; i++) {
                CrowdedFleet.Visit visit = fleet.comes(from + i * seconds * Nanos.SECOND / 10, 0, 0, 50_000_000);
                if (outage == 3) {
                    last.add(visit);
                }
            }
        }
        fleet.run(300 * Nanos.SECOND);

        assertThat(last).allMatch(CrowdedFleet.Visit::answered).allMatch(visit -> visit.tries == 2);
    }

    private static List<CrowdedFleet.Visit> poisson(
            CrowdedFleet fleet, int tenant, double load, int seconds, SplittableRandom random) {
        List<CrowdedFleet.Visit> visits = new ArrayList<>();
        double at = 0;
        while (at < seconds) {
            at += -Math.log(1 - random.nextDouble()) / (load * CAPACITY);
            visits.add(fleet.comes((long) (at * 1e9), tenant, 0, work(random)));
        }
        return visits;
    }

    private static long work(SplittableRandom random) {
        return (long) Math.clamp(100e6 * Math.exp(0.8 * random.nextGaussian()), 1e6, 1000e6);
    }

    private static CrowdedFleet fleet(PolicySpec queue, PolicySpec... admit) {
        return fleet(queue, Wait.GATEWAY, admit);
    }

    private static CrowdedFleet fleet(PolicySpec queue, Wait wait, PolicySpec... admit) {
        DispatchSpec spec = new DispatchSpec("crowd", PolicySpec.of("predicted"), queue, Arrays.asList(admit), wait);
        return new CrowdedFleet(SPEEDS, SLOTS, DispatchCatalog.standard().policies(spec));
    }
}
