package io.berth.testkit.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.dispatch.DispatchSpec;
import io.berth.core.dispatch.Request;
import io.berth.core.dispatch.ServerSpec;
import io.berth.core.dispatch.catalog.DispatchCatalog;
import io.berth.core.dispatch.evict.Evict;
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
import io.berth.testkit.random.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Long sheddable requests and short urgent ones on a few slots. */
class EvictionTest {
    private static final String URGENT = "latency_p99_priority_0_s";
    private static final int SEEDS = 8;
    /** Seconds between two arrivals: 85 % of what the slots do. */
    private static double between = 12.5 / 6 / 0.85;

    @Test
    void urgent_requests_wait_far_less_and_little_work_is_lost() {
        for (double load : new double[] {0.6, 0.75, 0.9}) {
            for (int most : new int[] {0, 2, 5, 20}) {
                for (long stop : new long[] {0, 1}) {
                double[] sum = new double[6];
                for (long seed = 1; seed <= SEEDS; seed++) {
                    between = 12.5 / 6 / load;
                    SortedMap<String, Double> m = run(seed, most == 0 ? null : new Evict(0, most, 0, false), stop * Nanos.SECOND);
                    sum[0] += m.get(URGENT) / SEEDS;
                    sum[1] += m.get("latency_mean_priority_0_s") / SEEDS;
                    sum[2] += m.get("latency_mean_priority_-1_s") / SEEDS;
                    sum[3] += m.get("latency_p99_priority_-1_s") / SEEDS;
                    sum[4] += m.getOrDefault("evicted_work_share", 0.0) / SEEDS;
                    sum[5] += m.getOrDefault("requests_evicted", 0.0) / SEEDS;
                }
                System.out.println(load + " " + most + " " + stop + " " + java.util.Arrays.toString(sum));
            } }
        }
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
                evict);
        FleetChanges changes =
                new FleetChanges(Nanos.NEVER, Nanos.NEVER, List.of(), Nanos.SECOND / 2, stopNanos);
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
            now += (long) (-StrictMath.log(1 - chance.unit()) * between * Nanos.SECOND);
            boolean urgent = chance.unit() < 5.0 / 6;
            double work = (urgent ? 3 : 60) * (0.5 + chance.unit());
            Stage stage = Stage.of("x", Request.NO_MODEL, (long) (work * Nanos.SECOND), 0);
            arrivals.add(new RequestArrival(now, 0, urgent ? 0 : -1, Nanos.NEVER, List.of(stage)));
        }
        return arrivals;
    }
}
