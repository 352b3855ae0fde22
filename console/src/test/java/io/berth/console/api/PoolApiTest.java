package io.berth.console.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.console.Client;
import io.berth.console.Cluster;
import io.berth.console.ConsoleOptions;
import io.berth.console.ConsoleServer;
import io.berth.console.view.LiveView;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.event.Event;
import io.berth.core.pool.NodePool;
import io.berth.core.pool.PoolTerms;
import io.berth.core.time.Nanos;
import io.berth.spec.input.Tree;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Pools as the API lists them. */
class PoolApiTest {
    @Test
    void pools_are_listed_with_what_they_have() {
        NodePool held = new NodePool("held", List.of("a"), List.of("node-0"), List.of(), PoolTerms.fixed(1));
        PoolTerms terms = new PoolTerms(1, PoolTerms.ALL, 1, 600 * Nanos.SECOND, 60 * Nanos.SECOND);
        NodePool lent = new NodePool("lent", List.of("b", "c"), List.of(), List.of(), terms);
        List<Event> beginning = List.of(
                new Event.NodeJoined(0, NodeSpec.of("node-0", 64_000, 1L << 38, 8, "H100")),
                new Event.NodeJoined(1, NodeSpec.of("node-1", 64_000, 1L << 38, 8, "H100")),
                new Event.PoolsDeclared(List.of(held, lent)));
        try (Cluster cluster = Cluster.of(beginning, null, new LiveView(1_000));
                ConsoleServer server = cluster.serve(ConsoleOptions.local(0));
                Client client = new Client(server)) {
            List<Tree> pools =
                    client.get("/api/v1/pools").json().require("pools").items();
            assertThat(pools).hasSize(2);
            assertThat(pools.getFirst().require("limit").whole()).isEqualTo(1);
            Tree moving = pools.get(1);
            assertThat(moving.require("patience_seconds").number()).isEqualTo(60);
            assertThat(moving.require("nodes").items()).hasSize(1);
            Tree node = moving.require("nodes").items().getFirst();
            assertThat(node.require("node").text()).isEqualTo("node-1");
            assertThat(node.require("guests").whole()).isZero();
        }
    }
}
