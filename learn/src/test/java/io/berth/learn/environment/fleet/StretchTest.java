package io.berth.learn.environment.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.dispatch.DispatchSpec;
import io.berth.core.dispatch.Request;
import io.berth.core.dispatch.flow.FlowSpec;
import io.berth.core.time.Nanos;
import io.berth.sim.fleet.FleetRun;
import io.berth.sim.request.RequestArrival;
import io.berth.sim.request.Stage;
import io.berth.sim.trace.request.RequestTrace;
import io.berth.spec.fleet.FleetChanges;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.LongStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

class StretchTest {
    private static final FleetRun.Setup TEN = new FleetRun.Setup(
            List.of(),
            new long[0],
            new RequestTrace(arrivals(), List.of()),
            FlowSpec.PLAIN,
            FleetChanges.NONE,
            DispatchSpec.of("x", "random"),
            1);

    private static List<RequestArrival> arrivals() {
        return LongStream.range(0, 10)
                .mapToObj(at ->
                        new RequestArrival(at, 0, 0, Nanos.NEVER, List.of(Stage.of("all", Request.NO_MODEL, 1, 0))))
                .toList();
    }

    private static List<Long> times(FleetRun.Setup setup) {
        return StreamSupport.stream(setup.requests().spliterator(), false)
                .map(RequestArrival::atNanos)
                .toList();
    }

    @Test
    void theFirstAreTheFirst() {
        assertThat(times(Stretch.first(TEN, 3))).containsExactly(0L, 1L, 2L);
        assertThat(Stretch.first(TEN, 3).requests().size()).isEqualTo(3);
    }

    @Test
    void stretchesLieAnywhereAndAreWhole() {
        TreeSet<Long> starts = new TreeSet<>();
        for (int seed = 0; seed < 200; seed++) {
            List<Long> times = times(Stretch.anywhere(TEN, 4, seed));
            assertThat(times).hasSize(4);
            assertThat(times.getLast() - times.getFirst()).isEqualTo(3);
            assertThat(times(Stretch.anywhere(TEN, 4, seed))).isEqualTo(times);
            starts.add(times.getFirst());
        }
        assertThat(starts).containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L);
    }

    @Test
    void longerThanThereIsIsRefused() {
        assertThatThrownBy(() -> Stretch.anywhere(TEN, 11, 1)).hasMessageContaining("11 requests of 10");
        assertThatThrownBy(() -> Stretch.first(TEN, 0)).hasMessageContaining("0 requests");
    }
}
