package io.berth.spec.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.pool.NodePool;
import io.berth.core.pool.PoolTerms;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Label;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.input.TreeReader;
import io.berth.spec.json.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

class PoolKeysTest {
    private static List<NodePool> read(String yaml) {
        return PoolKeys.read(TreeReader.read(Source.text("file.yaml", yaml)));
    }

    @Test
    void what_is_read_is_written_so_that_it_is_read_again() {
        List<NodePool> all = read("[{name: held, queues: [a], nodes: [n1], count: 1},"
                + " {name: rack, queues: [b], labels: {rack: r1}},"
                + " {name: lent, queues: [c, d], quota: 4, limit: 6, lend: 3, hold: 20m, patience: 1h},"
                + " {name: wish, queues: [e], limit: 2}, {name: all, queues: [f], quota: 2}]");

        assertThat(all)
                .containsExactly(
                        new NodePool("held", List.of("a"), List.of("n1"), List.of(), PoolTerms.fixed(1)),
                        new NodePool(
                                "rack",
                                List.of("b"),
                                List.of(),
                                List.of(new Label("rack", "r1")),
                                PoolTerms.fixed(PoolTerms.ALL)),
                        new NodePool(
                                "lent",
                                List.of("c", "d"),
                                List.of(),
                                List.of(),
                                new PoolTerms(4, 6, 3, 20 * Nanos.MINUTE, Nanos.HOUR)),
                        new NodePool(
                                "wish",
                                List.of("e"),
                                List.of(),
                                List.of(),
                                new PoolTerms(0, 2, 0, 10 * Nanos.MINUTE, Nanos.NEVER)),
                        new NodePool(
                                "all",
                                List.of("f"),
                                List.of(),
                                List.of(),
                                new PoolTerms(2, PoolTerms.ALL, 2, 10 * Nanos.MINUTE, Nanos.NEVER)));
        assertThat(read(Json.line(PoolKeys.document(all)))).isEqualTo(all);
    }

    @Test
    void what_is_wrong_is_told_with_its_place() {
        refused("[{name: a, queues: [q]}, {name: a, queues: [q]}]", "two pools are called \"a\"");
        refused("[{name: a, queues: []}]", "needs queues");
        refused("[{name: a, queues: [q], quota: 4, limit: 3}]", "nor the limit (3) below the quota");
        refused("[{name: a, queues: [q], count: 4, limit: 6}]", "goes only where nodes come and go");
        refused("[{name: a, queues: [q], patience: 1h}]", "goes only where nodes come and go");
        refused("[{name: a, queues: [q], quoat: 4}]", "unknown key \"quoat\"; did you mean \"quota\"?");
    }

    private static void refused(String yaml, String message) {
        assertThatThrownBy(() -> read(yaml)).isInstanceOf(InputException.class).hasMessageContaining(message);
    }
}
