package io.berth.console.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.berth.console.Client;
import io.berth.console.Client.Answer;
import io.berth.console.Cluster;
import io.berth.console.ConsoleOptions;
import io.berth.console.ConsoleServer;
import io.berth.console.view.LiveView;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.event.Event;
import io.berth.core.queue.QueueAmount;
import io.berth.core.queue.QueueSpec;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.spec.input.Tree;
import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/** Queues with rights, as the API tells of them; and what is sent to those that are not declared. */
class QueueApiTest {
    private static final List<QueueSpec> QUEUES = List.of(
            QueueSpec.of("org"),
            QueueSpec.of("team").below("org").deserving("gpu", QueueAmount.of(2_000)),
            QueueSpec.of("guests").limited("gpu", QueueAmount.of(1_000)));

    private static void with(String share, BiConsumer<Cluster, Client> check) {
        StrategySpec strategy =
                StrategySpec.of("fair", "fcfs", "fgd", "greedy").with(PolicyKind.SHARE, PolicySpec.of(share));
        List<Event> beginning = List.of(
                new Event.NodeJoined(0, NodeSpec.of("node-0", 64_000, 1L << 38, 8, "H100")),
                new Event.StrategyChanged(strategy),
                new Event.QueuesDeclared(QUEUES));
        try (Cluster cluster = Cluster.of(beginning, null, new LiveView(1_000));
                ConsoleServer server = cluster.serve(ConsoleOptions.local(0));
                Client client = new Client(server)) {
            check.accept(cluster, client);
        }
    }

    private static Tree queue(Client client, String name) {
        return client.get("/api/v1/queues").json().require("queues").items().stream()
                .filter(queue -> queue.require("name").text().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aDeadlineThatCannotBeMadeIsSaidAtOnce() {
        with("none", (cluster, client) -> {
            String job =
                    "{\"name\": \"late\", \"queue\": \"team\", \"demand\": {\"gpus\": 8}, \"estimate\": \"1h\", \"deadline\": \"%s\"}";
            assertThat(client.post("/api/v1/jobs", job.formatted("1h"))
                            .json()
                            .require("warnings")
                            .items())
                    .isEmpty();
            assertThat(client.post("/api/v1/jobs", job.formatted("59m"))
                            .json()
                            .require("warnings")
                            .items())
                    .extracting(Tree::text)
                    .containsExactly("job \"late\" cannot make its deadline: that is in 59m, and it takes at least 1h");
            Tree missed = client.get("/api/v1/jobs/2/explain").json().require("deadline");
            assertThat(missed.require("text").text())
                    .startsWith("cannot make its deadline of ")
                    .endsWith(" at the soonest");
        });
    }

    @Test
    void whatIsSentToAQueueThatIsNotDeclaredIsTakenWithAWarning() {
        with("none", (cluster, client) -> {
            Answer well = client.post("/api/v1/jobs", "{\"queue\": \"team\", \"demand\": {\"gpus\": 1}}");
            assertThat(well.json().require("warnings").items()).isEmpty();
            Answer slip = client.post("/api/v1/jobs", "{\"queue\": \"taem\", \"demand\": {\"gpus\": 1}}");
            assertThat(slip.status()).isEqualTo(201);
            assertThat(slip.text("id")).isEqualTo("2");
            assertThat(slip.json().require("warnings").items())
                    .extracting(Tree::text)
                    .containsExactly("queue \"taem\" is not declared: the job waits until it is, or until it is moved;"
                            + " did you mean \"team\"?");
            Answer inner = client.post(
                    "/api/v1/batches",
                    "{\"jobs\": [{\"name\": \"a\", \"queue\": \"org\", \"demand\": {\"gpus\": 1}},"
                            + " {\"name\": \"b\", \"queue\": \"org\", \"demand\": {\"gpus\": 1}}]}");
            assertThat(inner.json().require("warnings").items())
                    .extracting(Tree::text)
                    .containsExactly(
                            "queue \"org\" has others below it, which jobs may be in: the job waits until it is moved");
            assertThat(client.get("/api/v1/jobs/2/explain").text("reason")).isEqualTo("no_queue");
            assertThat(client.get("/api/v1/jobs/2/explain")
                            .json()
                            .require("codes")
                            .require("kueue")
                            .text())
                    .isEqualTo("Misconfigured");
        });
    }

    @Test
    void whatWasUsedIsToldWhereTheStrategyLooksAtIt() {
        with("usage", (cluster, client) -> {
            cluster.running(Cluster.endless("a", "team", 4));
            Tree rights = queue(client, "team").require("rights");
            assertThat(rights.require("share").number()).isEqualTo(0.5);
            assertThat(rights.require("used_share").number()).isBetween(0.0, 0.5);
            Tree gpu = rights.require("resources").items().getFirst();
            assertThat(gpu.require("held").number()).isEqualTo(4);
            assertThat(gpu.require("borrowed").number()).isEqualTo(2);
            assertThat(gpu.require("used").number())
                    .isCloseTo(8 * rights.require("used_share").number(), within(0.01));
            assertThat(client.get("/metrics").body())
                    .contains("berth_queue_used_share{queue=\"team\"}", "berth_queue_limit{queue=\"guests\"");
        });
    }

    @Test
    void nothingOfThatWhereItDoesNot() {
        with("drf", (cluster, client) -> {
            cluster.running(Cluster.endless("a", "team", 4));
            Tree rights = queue(client, "team").require("rights");
            assertThat(rights.get("used_share").isNull()).isTrue();
            assertThat(rights.require("resources")
                            .items()
                            .getFirst()
                            .get("used")
                            .isNull())
                    .isTrue();
            assertThat(client.get("/metrics").body()).doesNotContain("berth_queue_used_share{");
        });
    }
}
