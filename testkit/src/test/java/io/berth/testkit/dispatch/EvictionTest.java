package io.berth.testkit.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.dispatch.DispatchSpec;
import io.berth.core.dispatch.Evict;
import io.berth.core.dispatch.Request;
import io.berth.core.dispatch.ServerSpec;
import io.berth.core.dispatch.catalog.DispatchCatalog;
import io.berth.core.dispatch.flow.FlowSpec;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import io.berth.sim.fleet.Batching;
import io.berth.sim.fleet.FleetObserver;
import io.berth.sim.fleet.FleetRun;
import io.berth.sim.fleet.VirtualServerSpec;
import io.berth.sim.request.RequestArrival;
import io.berth.sim.request.Stage;
import io.berth.sim.trace.request.RequestTrace;
import io.berth.spec.fleet.FleetChanges;
import io.berth.spec.fleet.ServingSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Long sheddable requests and short urgent ones on a few slots. */
class EvictionTest {
    private static final String URGENT = "latency_p99_priority_0_s";
    private static final int SEEDS = 6;
    /** Seconds between two arrivals: 60 % of what the slots do. */
    private static final double BETWEEN = 12.5 / 6 / 0.6;

    @Test
    void urgent_requests_wait_far_less_and_little_work_is_lost() {
        double before = 0;
        double after = 0;
        double lost = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            SortedMap<String, Double> none = run(seed, null, 0);
            SortedMap<String, Double> evict = run(seed, Evict.DEFAULT, 0);
            before += none.getOrDefault(URGENT, Double.NaN) / SEEDS;
            after += evict.getOrDefault(URGENT, Double.NaN) / SEEDS;
            lost += evict.getOrDefault("evicted_work_share", Double.NaN) / SEEDS;
            assertThat(evict.get("requests_finished")).isEqualTo(none.get("requests_finished"));
        }
        assertThat(after).isLessThan(0.75 * before);
        assertThat(lost).isBetween(0.01, 0.15);
    }

    @Test
    void servers_that_work_on_are_asked_for_room_less_and_nothing_is_lost() {
        SortedMap<String, Double> stops = run(1, Evict.DEFAULT, 0);
        SortedMap<String, Double> worksOn = run(1, Evict.DEFAULT, Nanos.NEVER);

        assertThat(worksOn.get("requests_finished")).isEqualTo(stops.get("requests_finished"));
        assertThat(worksOn.getOrDefault("requests_evicted", Double.NaN))
                .isPositive()
                .isLessThan(0.8 * stops.getOrDefault("requests_evicted", 0.0));
    }

    private static SortedMap<String, Double> run(long seed, @Nullable Evict evict, long stopNanos) {
        List<VirtualServerSpec> servers = new ArrayList<>();
        for (int server = 0; server < 4; server++) {
            int speed = server < 2 ? 1000 : 500;
            ServerSpec spec = new ServerSpec("s" + server, speed, 2, 2 * speed, 1, 1L << 30, 1, 0);
            servers.add(new VirtualServerSpec(spec, Batching.none(2), List.of()));
        }
        DispatchSpec strategy = new DispatchSpec(
                "x",
                PolicySpec.of("predicted"),
                PolicySpec.of("fair"),
                List.of(),
                DispatchSpec.Wait.GATEWAY,
                evict,
                DispatchSpec.Grouping.NONE);
        FleetChanges changes =
                new FleetChanges(Nanos.NEVER, Nanos.NEVER, List.of(), Nanos.SECOND / 2, stopNanos, Nanos.NEVER, false);
        FleetRun.Setup setup = new FleetRun.Setup(
                servers,
                new long[0],
                new RequestTrace(arrivals(seed), List.of()),
                FlowSpec.PLAIN,
                changes,
                new FleetRun.Policies(strategy, DispatchCatalog.standard()),
                seed,
                ServingSpec.PLAIN);
        return new FleetRun(setup, FleetObserver.NONE).run(_ -> {}).figures();
    }

    /** Four in five of the work is of requests of 60 s that nobody waits for, the rest of such of 3 s. */
    private static List<RequestArrival> arrivals(long seed) {
        Chance chance = new Chance(seed, "eviction", 0);
        List<RequestArrival> arrivals = new ArrayList<>();
        long now = 0;
        for (int i = 0; i < 2000; i++) {
            now += (long) (-StrictMath.log(1 - chance.unit()) * BETWEEN * Nanos.SECOND);
            boolean urgent = chance.unit() < 5.0 / 6;
            double work = (urgent ? 3 : 60) * (0.5 + chance.unit());
            Stage stage = Stage.of("x", Request.NO_MODEL, (long) (work * Nanos.SECOND), 0);
            arrivals.add(new RequestArrival(now, 0, urgent ? 0 : -1, Nanos.NEVER, List.of(stage)));
        }
        return arrivals;
    }
}
