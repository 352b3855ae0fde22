package io.berth.sim.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.dispatch.DispatchSpec;
import io.berth.core.dispatch.Request;
import io.berth.core.dispatch.ServerSpec;
import io.berth.core.dispatch.flow.FlowSpec;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.time.Nanos;
import io.berth.sim.fleet.Batching;
import io.berth.sim.fleet.FleetRun;
import io.berth.sim.fleet.VirtualServerSpec;
import io.berth.sim.request.RequestArrival;
import io.berth.sim.request.Stage;
import io.berth.sim.trace.request.RequestTrace;
import io.berth.spec.fleet.FleetChanges;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Runs small enough to follow by hand: one server, one slot, one place in the queue. */
class RequestRowsTest {
    private static final long SECOND = Nanos.SECOND;
    private static final long BEGIN = 1000 * SECOND;
    private static final DispatchSpec STRATEGY = new DispatchSpec(
            "one, by one",
            PolicySpec.of("round-robin"),
            PolicySpec.of("fifo"),
            List.of(PolicySpec.of("queue-limit", Map.of("length", "1"))),
            DispatchSpec.Wait.SERVER);

    @Test
    void times_count_from_the_first_request_and_who_is_turned_away_says_why() {
        String rows = rows(
                arrival(0, Nanos.NEVER, Stage.of("all", 0, 10 * SECOND, 0)),
                arrival(4, BEGIN + 60 * SECOND, new Stage("all", 1, 8 * SECOND, SECOND, SECOND / 2, 0, false, -1)),
                arrival(5, Nanos.NEVER, Stage.of("all", Request.NO_MODEL, SECOND, 0)));

        assertThat(rows).isEqualTo("""
            3,2,,1,5,,,5,,,,rejected,queue_full,,"one, by one",7
            1,2,sd15,1,0,,0,10,0,10,,finished,,l4-0000,"one, by one",7
            2,2,sdxl,1,4,60,10,18,6,14,6.5,finished,,l4-0000,"one, by one",7
            """);
    }

    @Test
    void a_request_of_several_stages_waits_for_all_and_names_all_models() {
        String rows = rows(
                arrival(0, Nanos.NEVER, Stage.of("all", 0, 10 * SECOND, 0)),
                arrival(
                        1,
                        Nanos.NEVER,
                        Stage.of("features", 1, 2 * SECOND, 0),
                        Stage.of("generation", 0, 3 * SECOND, 0)));

        assertThat(rows).endsWith("2,2,sdxl+sd15,1,1,,10,15,9,14,,finished,,l4-0000,\"one, by one\",7\n");
    }

    private static RequestArrival arrival(long second, long deadlineNanos, Stage... stages) {
        return new RequestArrival(BEGIN + second * SECOND, 2, 1, deadlineNanos, List.of(stages));
    }

    private static String rows(RequestArrival... arrivals) {
        ServerSpec server = new ServerSpec("l4-0000", 1000, 1, 1000, 1, 1, 0, 0);
        FleetRun.Setup setup = new FleetRun.Setup(
                List.of(new VirtualServerSpec(server, Batching.none(1), List.of())),
                new long[2],
                new RequestTrace(List.of(arrivals), List.of()),
                FlowSpec.PLAIN,
                FleetChanges.NONE,
                STRATEGY,
                7);
        RequestRows rows = new RequestRows(setup, List.of("sd15", "sdxl"));
        new FleetRun(setup, rows).run(_ -> {});
        return rows.text();
    }
}
