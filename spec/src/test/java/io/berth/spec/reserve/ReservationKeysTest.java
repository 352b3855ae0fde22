package io.berth.spec.reserve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.reserve.NodeReservation;
import io.berth.core.reserve.ReservedNodes;
import io.berth.core.reserve.ReservedTime;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Label;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.input.TreeReader;
import io.berth.spec.json.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReservationKeysTest {
    private static List<NodeReservation> read(String yaml) {
        return ReservationKeys.read(TreeReader.read(Source.text("file.yaml", yaml)));
    }

    @Test
    void what_is_read_is_written_so_that_it_is_read_again() {
        List<NodeReservation> all = read(
                "[{name: patches, nodes: [n1], start: 2h, duration: 1h, stop: true, why: driver},"
                        + " {name: course, labels: {rack: r1}, count: 4, start: 0s, duration: 20m, every: 1d, times: 5, queues: [c]}]");

        assertThat(all)
                .containsExactly(
                        new NodeReservation(
                                "patches",
                                new ReservedNodes(List.of("n1"), List.of(), 0),
                                ReservedTime.once(2 * Nanos.HOUR, Nanos.HOUR),
                                List.of(),
                                true,
                                "driver"),
                        new NodeReservation(
                                "course",
                                new ReservedNodes(List.of(), List.of(new Label("rack", "r1")), 4),
                                new ReservedTime(0, 20 * Nanos.MINUTE, Nanos.DAY, 5),
                                List.of("c"),
                                false,
                                ""));
        assertThat(read(Json.line(ReservationKeys.document(all)))).isEqualTo(all);
    }

    @Test
    void what_is_wrong_is_told_with_its_place() {
        String rest = ", start: 0s, duration: 1h}";
        refused(
                "[{name: a, nodes: [n]" + rest + ", {name: a, nodes: [n]" + rest + "]",
                "two reservations are called \"a\"");
        refused("[{name: a" + rest + "]", "needs nodes: names, labels or a count");
        refused("[{name: a, nodes: [n], start: 0s, duration: 0s}]", "duration (0ms) must be above 0");
        refused("[{name: a, nodes: [n], every: 1m" + rest + "]", "cannot begin again");
        refused("[{name: a, nodes: [n], times: 3" + rest + "]", "needs every");
        refused("[{name: a, nods: [n]" + rest + "]", "unknown key \"nods\"; did you mean \"nodes\"?");
    }

    private static void refused(String yaml, String message) {
        assertThatThrownBy(() -> read(yaml)).isInstanceOf(InputException.class).hasMessageContaining(message);
    }
}
