package io.berth.sim.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.dispatch.DispatchSpec;
import io.berth.core.dispatch.Request;
import io.berth.core.dispatch.ServerSpec;
import io.berth.core.dispatch.flow.FlowSpec;
import io.berth.core.scale.rule.ScaleSpec;
import io.berth.core.scale.rule.ScaleSpec.Policy;
import io.berth.core.time.Nanos;
import io.berth.sim.request.RequestArrival;
import io.berth.sim.request.Stage;
import io.berth.sim.trace.request.RequestTrace;
import io.berth.spec.fleet.FleetChanges;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Fleets whose number of servers follows the requests: servers of speed 1 with two slots, decided every 10 s, started in 25 s. */
class ScaledFleetTest {
    private static final long SECOND = Nanos.SECOND;
    private static final Offset<Double> NEAR = Offset.offset(1e-9);

    private final List<RequestArrival> arrivals = new ArrayList<>();
    private final List<RequestEnd> ends = new ArrayList<>();
    private final TreeMap<Integer, Long> firstSent = new TreeMap<>();
    private final TreeSet<Integer> used = new TreeSet<>();
    private long startNanos = 25 * SECOND;

    @Test
    void a_server_that_is_asked_for_serves_once_it_has_started() {
        for (int second = 0; second <= 60; second++) {
            request(second, 3);
        }
        SortedMap<String, Double> figures = run(Policy.TARGET_UTILISATION, 1, 4).figures();

        // At 10 s more are wanted than the one that is there; they answer from 35 s on.
        assertThat(ends).hasSize(61).allMatch(RequestEnd::answered);
        assertThat(used).hasSizeGreaterThan(1);
        assertThat(firstSent.tailMap(1).values()).allMatch(at -> at >= 35 * SECOND);
        assertThat(figures.get("servers_started")).isGreaterThanOrEqualTo(1);
    }

    @Test
    void hours_are_paid_from_the_begin_of_a_start_to_the_end_of_the_last_answer() {
        for (int second = 0; second < 12; second++) {
            request(second, 1000);
        }
        SortedMap<String, Double> figures = run(Policy.TARGET_UTILISATION, 1, 2).figures();

        // One from 0 on, one asked for at 10 s; both until all six thousand seconds of each slot are done.
        double end = ends.stream().mapToLong(RequestEnd::atNanos).max().orElseThrow() / 1e9;
        assertThat(figures.get("server_hours") * 3600).isCloseTo(end + (end - 10), Offset.offset(1e-6));
        assertThat(figures).containsEntry("servers_started", 1.0).containsEntry("scale_ups", 1.0);
    }

    @Test
    void hindsight_has_as_many_as_the_mean_request_needs_in_each_interval() {
        for (int second = 0; second < 30; second++) {
            request(second, 2);
        }
        SortedMap<String, Double> figures = run(Policy.FIXED, 2, 2).figures();

        // Two are busy, and 1.5 are wanted at a server: two servers in each of three intervals, which is what there is.
        assertThat(figures.get("server_hours_hindsight") * 3600).isCloseTo(60, NEAR);
        assertThat(figures).containsEntry("server_hours_over", 0.0).containsEntry("server_hours_short", 0.0);
    }

    @ParameterizedTest
    @EnumSource
    void no_request_is_lost_however_servers_come_and_go(Policy policy) {
        for (int wave = 0; wave < 8; wave++) {
            for (int i = 0; i < 60; i++) {
                request(wave * 200L + i / 3, 1 + (i * 7) % 13);
            }
        }
        FleetMetrics metrics = run(policy, 3, 12);

        assertThat(ends).hasSize(480).allMatch(RequestEnd::answered);
        assertThat(metrics.counts().lost()).isZero();
        if (policy != Policy.FIXED) {
            assertThat(metrics.figures().get("scale_downs")).isPositive();
        }
    }

    @Test
    void equal_runs_end_equally() {
        for (int i = 0; i < 900; i++) {
            request(i + (i * i) % 5, 1 + (i * 11) % 17);
        }
        arrivals.sort(Comparator.comparingLong(RequestArrival::atNanos));
        SortedMap<String, Double> once = run(Policy.FORECAST, 2, 20).figures();
        List<RequestEnd> first = List.copyOf(ends);
        ends.clear();

        assertThat(run(Policy.FORECAST, 2, 20).figures()).isEqualTo(once);
        assertThat(ends).isEqualTo(first);
    }

    @Test
    void one_that_starts_is_the_first_to_go() {
        startNanos = 1000 * SECOND;
        for (int second = 0; second < 20; second++) {
            request(second, 1);
        }
        request(900, 1);
        run(Policy.REACTIVE, 1, 8);

        assertThat(used).containsExactly(0);
    }

    private void request(long atSeconds, long seconds) {
        Stage stage = Stage.of("all", Request.NO_MODEL, seconds * SECOND, 0);
        arrivals.add(new RequestArrival(atSeconds * SECOND, 0, 0, Nanos.NEVER, List.of(stage)));
    }

    private FleetMetrics run(Policy policy, int first, int most) {
        List<VirtualServerSpec> servers = new ArrayList<>();
        for (int server = 0; server < most; server++) {
            ServerSpec declared = new ServerSpec("s" + server, 1000, 2, 2000, 1, 0, 0, 0);
            servers.add(new VirtualServerSpec(declared, Batching.none(2), List.of()));
        }
        ScaleSpec scale = new ScaleSpec(
                policy,
                1,
                most,
                startNanos,
                10 * SECOND,
                1.5,
                new ScaleSpec.Kubernetes(0.1, 30 * SECOND),
                new ScaleSpec.Ahead(0.9, SECOND, 0.9, 0, 20 * SECOND));
        FleetRun.Setup setup = new FleetRun.Setup(
                servers,
                new long[0],
                new RequestTrace(arrivals, List.of()),
                FlowSpec.PLAIN,
                FleetChanges.NONE.scaled(scale, first),
                DispatchSpec.of("x", "least-connections"),
                1);
        return new FleetRun(setup, new FleetObserver() {
                    @Override
                    public void ended(RequestEnd end) {
                        ends.add(end);
                        used.add(end.server());
                        firstSent.merge(end.server(), end.startNanos(), StrictMath::min);
                    }
                })
                .run(_ -> {});
    }
}
