package io.berth.console.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.console.Client;
import io.berth.console.Cluster;
import io.berth.console.ConsoleOptions;
import io.berth.console.ConsoleServer;
import io.berth.console.view.LiveView;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.event.Event;
import io.berth.spec.input.Tree;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Reservations as the API makes, lists and takes them back. */
class ReservationApiTest {
    private static final String PATH = "/api/v1/reservations";

    @Test
    void nodes_are_reserved_listed_and_given_back() {
        List<Event> beginning = List.of(new Event.NodeJoined(0, NodeSpec.of("node-0", 64_000, 1L << 38, 8, "H100")));
        try (Cluster cluster = Cluster.of(beginning, null, new LiveView(1_000));
                ConsoleServer server = cluster.serve(ConsoleOptions.local(0));
                Client client = new Client(server)) {
            Client.Answer made = client.post(
                    PATH, "{\"name\": \"patches\", \"nodes\": [\"node-0\"], \"start\": \"2h\", \"duration\": \"1h\"}");
            assertThat(made.status()).isEqualTo(200);
            assertThat(made.json().require("state").text()).isEqualTo("coming");

            List<Tree> all = client.get(PATH).json().require("reservations").items();
            assertThat(all).hasSize(1);
            assertThat(all.getFirst().require("name").text()).isEqualTo("patches");

            Client.Answer unknown = client.post(
                    PATH, "{\"name\": \"b\", \"nodes\": [\"nod\"], \"start\": \"0s\", \"duration\": \"1h\"}");
            assertThat(unknown.status()).isBetween(400, 499);
            assertThat(unknown.body()).contains("there is no node");

            assertThat(client.delete(PATH + "/patches").status()).isEqualTo(200);
            assertThat(client.delete(PATH + "/patches").status()).isBetween(400, 499);
            assertThat(client.get(PATH).json().require("reservations").items()).isEmpty();
        }
    }
}
