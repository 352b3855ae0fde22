package io.berth.sim.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.dispatch.DispatchSpec;
import io.berth.core.dispatch.Request;
import io.berth.core.dispatch.ServerSpec;
import io.berth.core.dispatch.flow.FlowSpec;
import io.berth.core.dispatch.precedence.PrecedenceSpec;
import io.berth.core.dispatch.precedence.Ties;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.time.Nanos;
import io.berth.sim.request.RequestArrival;
import io.berth.sim.request.Stage;
import io.berth.sim.trace.request.RequestTrace;
import io.berth.spec.fleet.FleetChanges;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Requests that wait for others, and sessions whose servers keep something. */
class FleetTiesTest {
    private static final long SECOND = Nanos.SECOND;

    private final List<RequestArrival> arrivals = new ArrayList<>();
    private final List<Integer> servers = new ArrayList<>();

    @Test
    void a_graph_takes_as_long_as_its_longest_way() {
        named(0, 2, "plan");
        named(0, 5, "left", "plan");
        named(0, 3, "right", "plan");
        named(0, 1, "join", "left", "right");
        FleetMetrics metrics = run(DispatchSpec.of("x", "least-connections"), 2);

        assertThat(metrics.figures())
                .containsEntry("graph_makespan_mean_s", 8.0)
                .containsEntry("graphs_finished", 1.0)
                .containsEntry("graphs_failed", 0.0)
                .containsEntry("latency_mean_s", (2 + 7 + 5 + 8) / 4.0);
    }

    @Test
    void what_nobody_will_ever_answer_is_refused_at_the_end() {
        named(0, 1, "a", "nobody");
        named(0, 1, "b", "b");
        FleetMetrics metrics = run(DispatchSpec.of("x", "least-connections"), 1);

        assertThat(metrics.requestsRejected()).isEqualTo(2);
        assertThat(metrics.figures())
                .containsEntry("requests_rejected_predecessor_unknown", 1.0)
                .containsEntry("requests_rejected_predecessor_circle", 1.0)
                .containsEntry("graphs_failed", 1.0);
    }

    @Test
    void a_session_is_served_in_order_and_others_beside_it() {
        for (int i = 0; i < 3; i++) {
            session("a", 0, 10, 0);
        }
        session("b", 0, 10, 0);
        FleetMetrics metrics = run(DispatchSpec.of("x", "least-connections"), 4);

        assertThat(metrics.figures()).containsEntry("latency_mean_s", (10 + 20 + 30 + 10) / 4.0);
    }

    @Test
    void a_session_stays_until_waiting_costs_more_than_what_is_done_again() {
        for (int turn = 0; turn < 4; turn++) {
            session("a", 100 * turn, 10, 4);
        }
        // Somebody else has the server of the session for long.
        session("", 400, 60, 0);
        session("a", 401, 10, 4);

        run(predicted("0.4"), 2);
        assertThat(servers.subList(0, 4)).containsOnly(servers.getFirst());
        assertThat(servers.get(5)).isNotEqualTo(servers.get(4));

        servers.clear();
        run(predicted("100"), 2);
        assertThat(servers.get(5)).isEqualTo(servers.getFirst());
    }

    @Test
    void who_moves_has_its_state_made_again() {
        session("a", 0, 10, 4);
        session("a", 100, 10, 4);
        FleetMetrics metrics = run(DispatchSpec.of("x", "round-robin"), 2);

        assertThat(metrics.figures()).containsEntry("latency_mean_s", (10 + 14) / 2.0);
    }

    private static DispatchSpec predicted(String stay) {
        return new DispatchSpec(
                "x",
                PolicySpec.of("predicted", Map.of("stay", stay)),
                PolicySpec.of("fifo"),
                List.of(),
                DispatchSpec.Wait.SERVER);
    }

    private void named(long atSeconds, long seconds, String name, String... after) {
        add(atSeconds, seconds, new Ties("", name, List.of(after)), 0);
    }

    private void session(String session, long atSeconds, long seconds, long stateSeconds) {
        add(atSeconds, seconds, new Ties(session, "", List.of()), stateSeconds);
    }

    private void add(long atSeconds, long seconds, Ties ties, long stateSeconds) {
        Stage stage = Stage.of("all", Request.NO_MODEL, seconds * SECOND, 0);
        arrivals.add(
                new RequestArrival(atSeconds * SECOND, 0, 0, Nanos.NEVER, List.of(stage), ties, stateSeconds * SECOND));
    }

    private FleetMetrics run(DispatchSpec strategy, int count) {
        List<VirtualServerSpec> fleet = new ArrayList<>();
        for (int server = 0; server < count; server++) {
            ServerSpec declared = new ServerSpec("s", 1000, 1, 1000, 1, 0, 0, 0);
            fleet.add(new VirtualServerSpec(declared, Batching.none(1), List.of()));
        }
        FleetRun.Setup setup = new FleetRun.Setup(
                fleet,
                new long[0],
                new RequestTrace(arrivals, List.of()),
                FlowSpec.PLAIN.with(PrecedenceSpec.ENDLESS.ordered(true)),
                FleetChanges.NONE,
                strategy,
                1);
        return new FleetRun(setup, new FleetObserver() {
                    @Override
                    public void sent(Request request, int server) {
                        servers.add(server);
                    }
                })
                .run(_ -> {});
    }
}
