package io.berth.sim.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.dispatch.Request;
import io.berth.core.time.Nanos;
import io.berth.sim.request.RequestArrival;
import io.berth.sim.request.Stage;
import io.berth.sim.trace.request.RequestTrace;
import io.berth.spec.fleet.Spike;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SpikedRequestsTest {
    @Test
    void whatComesInASpikeComesFasterAndTheRestSooner() {
        List<RequestArrival> arrivals = new ArrayList<>();
        for (long second : new long[] {5, 15, 16, 19, 23, 24, 30}) {
            Stage stage = Stage.of("all", Request.NO_MODEL, 1, 0);
            arrivals.add(new RequestArrival(second * Nanos.SECOND, 0, 0, Nanos.NEVER, List.of(stage)));
        }
        List<Double> seconds = new ArrayList<>();
        for (RequestArrival arrival : new SpikedRequests(
                new RequestTrace(arrivals, List.of()), List.of(new Spike(10 * Nanos.SECOND, 2 * Nanos.SECOND, 4)))) {
            seconds.add(Nanos.toSeconds(arrival.atNanos()));
        }
        // From 15 s on, which is 10 s after the first, four times as fast for 2 s.
        assertThat(seconds).containsExactly(5.0, 15.0, 15.25, 16.0, 17.0, 18.0, 24.0);
    }
}
