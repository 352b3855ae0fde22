package io.berth.sim.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.dispatch.DispatchSpec;
import io.berth.core.dispatch.ServerSpec;
import io.berth.core.dispatch.flow.FlowSpec;
import io.berth.core.scale.WarmSpec;
import io.berth.core.time.Nanos;
import io.berth.sim.request.RequestArrival;
import io.berth.sim.request.Stage;
import io.berth.sim.trace.request.RequestTrace;
import io.berth.spec.fleet.FleetChanges;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Four servers of two slots with room for one of six models each, which take 10 s to load; the models take turns of 200 s. */
class WarmedFleetTest {
    private static final long SECOND = Nanos.SECOND;
    private static final long TURN = 200;
    private static final long MODELS = 6;

    private final List<RequestArrival> arrivals = new ArrayList<>();

    @Test
    void requests_are_answered_sooner_where_their_model_is_on_more_servers_than_asked_first() {
        SortedMap<String, Double> asked = run(null);
        SortedMap<String, Double> ahead = run(new WarmSpec(0.2, 5 * SECOND, 0.5, 0));

        assertThat(asked).doesNotContainKey("models_prewarmed");
        assertThat(ahead.get("models_prewarmed")).isPositive();
        assertThat(ahead.get("latency_mean_s")).isLessThan(asked.get("latency_mean_s"));
        assertThat(ahead.get("requests_finished")).isEqualTo(asked.get("requests_finished"));
    }

    @Test
    void loads_ahead_never_take_more_than_the_budget() {
        for (double budget : new double[] {0.005, 0.01, 0.05, 0.2}) {
            assertThat(run(new WarmSpec(budget, 5 * SECOND, 0.5, 0)).get("prewarm_share"))
                    .isBetween(0.0, budget);
        }
    }

    @Test
    void equal_runs_are_equal() {
        WarmSpec warm = new WarmSpec(0.1, 5 * SECOND, 0.5, 2 * TURN * SECOND);

        assertThat(run(warm)).isEqualTo(run(warm));
    }

    private SortedMap<String, Double> run(@Nullable WarmSpec warm) {
        arrivals.clear();
        for (int second = 0; second < 20 * TURN; second++) {
            Stage stage = Stage.of("all", (int) (second / TURN % MODELS), 4 * SECOND, 0);
            arrivals.add(new RequestArrival(second * SECOND, 0, 0, Nanos.NEVER, List.of(stage)));
        }
        List<VirtualServerSpec> servers = new ArrayList<>();
        for (int server = 0; server < 4; server++) {
            ServerSpec declared = new ServerSpec("s" + server, 1000, 2, 2000, 1, 1, 10 * SECOND, 0);
            servers.add(new VirtualServerSpec(declared, Batching.none(2), List.of()));
        }
        FleetRun.Setup setup = new FleetRun.Setup(
                servers,
                new long[] {1, 1, 1, 1, 1, 1},
                new RequestTrace(arrivals, List.of()),
                FlowSpec.PLAIN,
                FleetChanges.NONE.warmed(warm),
                DispatchSpec.of("x", "resource-aware"),
                1);
        return new FleetRun(setup, FleetObserver.NONE).run(_ -> {}).figures();
    }
}
