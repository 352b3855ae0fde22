package io.berth.sim.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.dispatch.Balancer;
import io.berth.core.dispatch.DispatchSpec;
import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.Request;
import io.berth.core.dispatch.ServerSpec;
import io.berth.core.dispatch.flow.FlowSpec;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import io.berth.sim.request.RequestArrival;
import io.berth.sim.request.Stage;
import io.berth.sim.trace.request.RequestTrace;
import io.berth.spec.fleet.FleetChanges;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Runs small enough to follow by hand. */
class FleetRunTest {
    private static final long SECOND = Nanos.SECOND;

    private final List<RequestArrival> arrivals = new ArrayList<>();
    private int featureEntries;

    @Test
    void two_requests_on_one_server_are_served_one_after_the_other() {
        request(0, 0, stage("all", 10));
        request(5, 0, stage("all", 10));
        FleetMetrics metrics = run(DispatchSpec.of("x", "round-robin"), 1000);

        assertThat(metrics.figures().get("latency_mean_s")).isEqualTo(12.5);
        assertThat(metrics.figures().get("queueing_time_mean_s")).isEqualTo(2.5);
        assertThat(metrics.figures().get("makespan_s")).isEqualTo(20);
        assertThat(metrics.figures().get("resource_idle_rate")).isZero();
        assertThat(metrics.figures().get("task_completion_time_variance")).isEqualTo(6.25);
    }

    @Test
    void round_robin_leaves_the_fast_server_idle_and_load_is_uneven() {
        request(0, 0, stage("all", 10));
        request(0, 0, stage("all", 10));
        FleetMetrics metrics = run(DispatchSpec.of("x", "round-robin"), 1000, 10_000);

        // The second server is busy for 1 s of 10.
        assertThat(metrics.figures().get("resource_idle_rate")).isCloseTo(0.45, within());
        assertThat(metrics.figures().get("node_utilization_variance")).isCloseTo(0.225, within());
        assertThat(metrics.figures().get("node_mean_utilization_variance")).isCloseTo(0.2025, within());
    }

    @Test
    void urgent_requests_overtake_in_a_priority_queue() {
        request(0, 0, stage("all", 10));
        request(1, 0, stage("all", 10));
        request(2, 7, stage("all", 10));
        DispatchSpec spec = new DispatchSpec(
                "x", PolicySpec.of("round-robin"), PolicySpec.of("priority"), List.of(), DispatchSpec.Wait.SERVER);
        FleetMetrics metrics = run(spec, 1000);

        assertThat(metrics.figures().get("latency_mean_priority_7_s")).isEqualTo(18);
        assertThat(metrics.figures().get("latency_mean_priority_0_s")).isEqualTo((10 + 29) / 2.0);
    }

    @Test
    void stages_run_in_order_or_beside_one_another() {
        Stage beside = new Stage("features", Request.NO_MODEL, 4 * SECOND, SECOND, 0, 0, true, Stage.NOT_KEPT);
        request(0, 0, stage("segmentation", 6), beside, stage("generation", 10));
        FleetMetrics metrics = run(DispatchSpec.of("x", "least-connections"), 1000, 1000);

        assertThat(metrics.figures().get("latency_mean_s")).isEqualTo(16);
        assertThat(metrics.figures().get("queueing_time_mean_s")).isZero();
        assertThat(metrics.figures().get("resource_idle_rate")).isCloseTo(12 / 32.0, within());
    }

    @Test
    void a_stage_whose_features_are_kept_is_skipped() {
        featureEntries = 1;
        for (int i = 0; i < 3; i++) {
            long content = i == 2 ? 8 : 7;
            Stage features = new Stage("features", Request.NO_MODEL, 4 * SECOND, SECOND, 0, 0, false, content);
            request(100 * i, 0, features, stage("generation", 10));
        }
        FleetMetrics metrics = run(DispatchSpec.of("x", "round-robin"), 1000);

        assertThat(metrics.figures().get("latency_mean_s")).isEqualTo((14 + 10 + 14) / 3.0);
        assertThat(metrics.figures().get("feature_cache_hit_rate")).isEqualTo(1 / 3.0);
    }

    @Test
    void a_request_is_rejected_once_whichever_of_its_stages_is() {
        Stage beside = new Stage("more", Request.NO_MODEL, 4 * SECOND, SECOND, 0, 0, true, Stage.NOT_KEPT);
        request(0, 0, stage("first", 10), beside, stage("last", 10));
        request(1, 0, stage("first", 10), beside, beside);
        FleetMetrics metrics = run(limited(), 1000);

        assertThat(metrics.requestsSubmitted()).isEqualTo(2);
        assertThat(metrics.requestsRejected()).isEqualTo(2);
        assertThat(metrics.requestsFinished()).isZero();
        assertThat(metrics.figures().get("request_rejection_rate")).isEqualTo(1);
        assertThat(metrics.figures().get("requests_rejected_queue_full")).isEqualTo(2);
        assertThat(metrics.figures().get("latency_mean_s")).isNaN();
    }

    @Test
    void late_and_rejected_requests_missed_their_deadline() {
        for (int i = 0; i < 4; i++) {
            arrivals.add(new RequestArrival(0, 0, 0, 15 * SECOND, List.of(stage("all", 10))));
        }
        FleetMetrics metrics = run(limited(), 1000, 500);

        // One in time; one late by its slow server; both queues are of length 0.
        assertThat(metrics.figures().get("deadline_miss_rate")).isEqualTo(0.75);
        assertThat(metrics.figures().get("request_rejection_rate")).isEqualTo(0.5);
    }

    @Test
    void a_run_without_requests_has_figures_without_meaning() {
        FleetMetrics metrics = run(DispatchSpec.of("x", "round-robin"), 1000);

        assertThat(metrics.figures().get("request_rejection_rate")).isNaN();
        assertThat(metrics.figures().get("resource_idle_rate")).isNaN();
    }

    @Test
    void balancersHearWhatAnswersWereAndWhatServersReport() {
        request(0, 0, new Stage("long", Request.NO_MODEL, 3 * SECOND, SECOND, 0, 0, false, Stage.NOT_KEPT));
        request(0, 0, stage("short", 1));
        List<String> heard = new ArrayList<>();
        Balancer balancer = new Balancer() {
            @Override
            public int pick(Request request, Fleet fleet, long nowNanos, Chance chance) {
                return 0;
            }

            @Override
            public void left(int server, Request request, long workNanos, long nowNanos) {
                heard.add(nowNanos / SECOND + " s: work " + workNanos / SECOND);
            }

            @Override
            public void reported(int server, int running, int waiting, long nowNanos) {
                heard.add(nowNanos / SECOND + " s: " + running + " and " + waiting);
            }
        };
        FleetRun.Setup setup = setup(DispatchSpec.of("x", "round-robin"), 1000);
        FleetChanges reporting =
                new FleetChanges(Nanos.NEVER, Nanos.NEVER, List.of(), 2 * SECOND, 0, Nanos.NEVER, false);
        new FleetRun(
                        new FleetRun.Setup(
                                setup.servers(),
                                setup.modelBytes(),
                                setup.requests(),
                                setup.flow(),
                                reporting,
                                setup.strategy(),
                                1),
                        balancer,
                        FleetObserver.NONE)
                .run(_ -> {});

        assertThat(heard).containsExactly("2 s: 1 and 1", "3 s: work 3", "4 s: work 1", "4 s: 0 and 0");
    }

    private static DispatchSpec limited() {
        return new DispatchSpec(
                "x",
                PolicySpec.of("round-robin"),
                PolicySpec.of("fifo"),
                List.of(PolicySpec.of("queue-limit", Map.of("length", "0"))),
                DispatchSpec.Wait.SERVER);
    }

    private void request(long atSeconds, int priority, Stage... stages) {
        arrivals.add(new RequestArrival(atSeconds * SECOND, 0, priority, Nanos.NEVER, List.of(stages)));
    }

    private static Stage stage(String name, long seconds) {
        return Stage.of(name, Request.NO_MODEL, seconds * SECOND, 0);
    }

    private FleetMetrics run(DispatchSpec strategy, int... speedsMilli) {
        return new FleetRun(setup(strategy, speedsMilli), FleetObserver.NONE).run(_ -> {});
    }

    private FleetRun.Setup setup(DispatchSpec strategy, int... speedsMilli) {
        List<VirtualServerSpec> servers = new ArrayList<>();
        for (int speed : speedsMilli) {
            ServerSpec declared = new ServerSpec("s", speed, 1, speed, 1, 0, 0, 0);
            servers.add(new VirtualServerSpec(declared, Batching.none(1), List.of()));
        }
        return new FleetRun.Setup(
                servers,
                new long[0],
                new RequestTrace(arrivals, List.of()),
                FlowSpec.PLAIN.withFeatures(featureEntries),
                FleetChanges.NONE,
                strategy,
                1);
    }

    private static Offset<Double> within() {
        return Offset.offset(1e-6);
    }
}
