package io.berth.console.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.console.Client;
import io.berth.console.Cluster;
import io.berth.console.ConsoleOptions;
import io.berth.console.ConsoleServer;
import io.berth.console.ServedTest;
import io.berth.console.TokenFile;
import io.berth.core.event.Event;
import io.berth.core.model.LargestNode;
import io.berth.core.model.LayerSizes;
import io.berth.core.model.LearntNetwork;
import io.berth.core.model.ModelFile;
import io.berth.core.model.PlacementModel;
import io.berth.core.model.column.NodeColumns;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.spec.input.Tree;
import io.berth.spec.json.JsonTree;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class HistoryTest extends ServedTest {
    @TempDir
    Path folder;

    @BeforeEach
    void aConsoleWithAJournal() {
        serve(Cluster.of(2, folder.resolve("journal")), ConsoleOptions.local(0));
    }

    @Test
    void theListsShowWhatWasAtAMoment() {
        long first = cluster.submit(Cluster.endless("first", "research", 8));
        cluster.await(state -> state.job(first).startNanos() > 0);
        String early = now();
        long second = cluster.submit(Cluster.endless("second", "research", 8));
        long third = cluster.submit(Cluster.endless("third", "research", 8));
        cluster.happens(new Event.NodeDrained(0, true));
        String later = now();
        cluster.run().operator().cancel(first).join();
        cluster.await(state -> state.job(first) == null);

        assertThat(ids("/api/v1/jobs?at=" + early)).isEqualTo("[" + first + "]");
        assertThat(ids("/api/v1/jobs?at=" + later)).isEqualTo("[" + first + ", " + second + ", " + third + "]");
        assertThat(ids("/api/v1/jobs?state=pending&at=" + later)).isEqualTo("[" + third + "]");
        assertThat(client.get("/api/v1/jobs/" + first + "?at=" + later).text("state"))
                .isEqualTo("running");
        assertThat(client.get("/api/v1/jobs/" + third + "/explain?at=" + later).text("waiting"))
                .isEqualTo("true");
        assertThat(states("/api/v1/nodes?at=" + early)).isEqualTo("up 8, up 0");
        assertThat(states("/api/v1/nodes?at=" + later)).isEqualTo("draining 8, up 8");
        assertThat(client.get("/api/v1/status?at=" + early)
                        .json()
                        .require("jobs_holding")
                        .whole())
                .isEqualTo(1);
        assertThat(client.get("/api/v1/queues?at=" + later).body()).contains("\"jobs_waiting\":1");
        assertThat(client.get("/api/v1/jobs/" + second + "?at=" + early).status())
                .isEqualTo(404);
    }

    @Test
    void howAJobCameToItsPlaceIsToldWhileItRunsAndAfterwards() {
        String model = leastGpuLeft();
        cluster.happens(new Event.StrategyChanged(StrategySpec.of("mine", "fcfs", "best-fit", "none")
                .placing(PolicySpec.of("learnt", Map.of("model", model)))));
        cluster.submit(Cluster.endless("other", "research", 2));
        long job = cluster.submit(Cluster.endless("job", "research", 4));
        cluster.await(state -> state.job(job).startNanos() > 0);
        long never = cluster.submit(Cluster.endless("never", "research", 8));
        cluster.submit(Cluster.endless("more", "research", 8));

        Tree runs = client.get("/api/v1/jobs/" + job + "/explain").json();
        assertThat(runs.require("state").text()).isEqualTo("running");
        assertThat(runs.require("waiting").flag()).isFalse();
        Tree started = runs.require("started");
        assertThat(started.require("same").flag()).isTrue();
        assertThat(started.require("node_names").items()).extracting(Tree::text).containsExactly("node-0");
        Tree placed = started.require("placements").items().getFirst();
        assertThat(placed.require("text").text())
                .isEqualTo("task 0 goes to node-0 rather than node-1: less GPU left (+0.50)");
        assertThat(placed.require("model").text()).isEqualTo(ModelFile.id(model));
        assertThat(placed.require("lead").number()).isEqualTo(0.5);

        cluster.run().operator().cancel(job).join();
        cluster.run().operator().cancel(never).join();
        cluster.await(state -> state.job(job) == null && state.job(never) == null);
        Tree ended = client.get("/api/v1/jobs/" + job + "/explain").json();
        assertThat(ended.require("state").text()).isEqualTo("cancelled");
        assertThat(JsonTree.of(ended.require("started"))).isEqualTo(JsonTree.of(started));
    }

    @Test
    void aJobThatNeverRanHasNoStartToTellOf() {
        cluster.submit(Cluster.endless("a", "research", 8));
        cluster.submit(Cluster.endless("b", "research", 8));
        long never = cluster.submit(Cluster.endless("never", "research", 8));
        cluster.await(state -> state.job(never) != null);
        assertThat(client.get("/api/v1/jobs/" + never + "/explain").body()).endsWith("\"started\":null}");
        cluster.run().operator().cancel(never).join();
        cluster.await(state -> state.job(never) == null);
        assertThat(client.get("/api/v1/jobs/" + never + "/explain").body()).endsWith("\"started\":null}");
    }

    /** A placement that goes where the smallest share of the largest node's GPUs is left. */
    private static String leastGpuLeft() {
        LayerSizes shape = LayerSizes.relu(NodeColumns.COUNT, 1);
        float[] weights = new float[shape.parameters()];
        weights[7] = -2;
        return ModelFile.write(
                new PlacementModel(new LargestNode(1, 1, 8_000), new LearntNetwork<>(shape, weights, new TreeMap<>())));
    }

    @Test
    void theRangeGrowsWithTheJournal() {
        Tree before = client.get("/api/v1/history").json();
        cluster.submit(Cluster.endless("job", "research", 1));
        Tree after = client.get("/api/v1/history").json();

        assertThat(after.require("complete").text()).isEqualTo("true");
        assertThat(after.require("from").text())
                .isEqualTo(before.require("from").text());
        assertThat(after.require("to").text())
                .isGreaterThan(before.require("to").text());
        assertThat(sum(after)).isGreaterThan(sum(before));
    }

    @Test
    void aMomentBeforeTheJournalIsItsBegin() {
        assertThat(states("/api/v1/nodes?at=1970-01-01T00:00:00Z")).isEqualTo("up 0, up 0");
    }

    @Test
    void aTenantSeesOnlyItsOwnJobsOfThePast() throws IOException {
        Path tokens = TokenFile.in(folder, TokenFile.line("hello", "name: a, role: viewer, tenant: research"));
        long own = cluster.submit(Cluster.endless("own", "research", 1));
        cluster.submit(Cluster.endless("other", "production", 1));
        String then = now();
        try (ConsoleServer guarded = cluster.serve(ConsoleOptions.local(0).withTokens(tokens));
                Client tenant = new Client(guarded, "hello")) {
            assertThat(tenant.get("/api/v1/jobs?at=" + then)
                            .json()
                            .require("jobs")
                            .items())
                    .hasSize(1)
                    .allMatch(job -> job.require("id").whole() == own);
            assertThat(tenant.get("/api/v1/jobs/" + (own + 1) + "?at=" + then).status())
                    .isEqualTo(404);
        }
    }

    @Test
    void whatIsNoMomentIsSaid() {
        assertThat(client.get("/api/v1/nodes?at=yesterday").text("detail"))
                .isEqualTo("at must be a moment such as 2026-01-01T12:00:00Z, but is \"yesterday\"");
    }

    @Test
    void withoutAJournalThereIsNoPast() {
        try (Cluster other = Cluster.of(1, null);
                ConsoleServer forgetful = other.serve(ConsoleOptions.local(0));
                Client its = new Client(forgetful)) {
            assertThat(its.get("/api/v1/history").text("kept")).isEqualTo("false");
            assertThat(its.get("/api/v1/nodes?at=2026-01-01T00:00:00Z").status())
                    .isEqualTo(409);
        }
    }

    private String now() {
        return client.get("/api/v1/status").text("time");
    }

    private String ids(String path) {
        return client.get(path).json().require("jobs").items().stream()
                .map(job -> job.require("id").whole())
                .toList()
                .toString();
    }

    private String states(String path) {
        return String.join(
                ", ",
                client.get(path).json().require("nodes").items().stream()
                        .map(node -> node.require("state").text() + " "
                                + Math.round(node.require("gpus").whole()
                                        - Double.parseDouble(
                                                node.require("gpus_free").text())))
                        .toList());
    }

    private static long sum(Tree history) {
        return history.require("events").items().stream().mapToLong(Tree::whole).sum();
    }
}
