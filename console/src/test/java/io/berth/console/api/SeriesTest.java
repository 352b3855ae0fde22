package io.berth.console.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.console.Client;
import io.berth.console.Client.Answer;
import io.berth.console.Cluster;
import io.berth.console.ConsoleOptions;
import io.berth.console.ConsoleServer;
import io.berth.console.TokenFile;
import io.berth.core.state.part.JobState;
import io.berth.spec.input.Tree;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class SeriesTest {
    @TempDir
    Path folder;

    /** The last known value of the one line that {@code query} gives. */
    private static double last(Client client, String query) {
        Tree line = client.get("/api/v1/series?" + query)
                .json()
                .require("series")
                .items()
                .getFirst();
        double last = Double.NaN;
        for (Tree value : line.require("values").items()) {
            last = value.isNull() ? last : value.number();
        }
        return last;
    }

    @Test
    void whatIsHeldAndWaitsIsKeptOverARestartOfTheConsole() {
        try (Cluster cluster = Cluster.of(1, null)) {
            try (ConsoleServer server = cluster.serve(ConsoleOptions.local(0).withSeries(folder));
                    Client client = new Client(server)) {
                cluster.submit(Cluster.endless("a", "research", 5));
                cluster.submit(Cluster.endless("b", "vision", 8));
                cluster.await(state -> state.job(1).state() == JobState.RUNNING);
                while (!(last(client, "figure=gpus_allocated") == 5)) {
                    Thread.onSpinWait();
                }
                assertThat(last(client, "figure=gpus")).isEqualTo(8);
                assertThat(last(client, "figure=jobs_waiting")).isEqualTo(1);
                assertThat(last(client, "figure=jobs_waiting&by=queue")).isZero();
                assertThat(last(client, "figure=gpus_used")).isNaN();
            }
            try (ConsoleServer server = cluster.serve(ConsoleOptions.local(0).withSeries(folder));
                    Client client = new Client(server)) {
                while (!(last(client, "figure=gpus_allocated&by=queue") == 5)) {
                    Thread.onSpinWait();
                }
            }
        }
    }

    @Test
    void aTenantSeesItsOwnJobsOverTime() throws IOException {
        Path tokens = TokenFile.in(
                folder, TokenFile.submitter("red", "red"), TokenFile.line("ops", "name: ops, role: operator"));
        try (Cluster cluster = Cluster.of(1, null)) {
            cluster.submit(Cluster.endless("a", "red/night", 2));
            cluster.submit(Cluster.endless("b", "blue", 3));
            cluster.await(state -> state.job(2).state() == JobState.RUNNING);
            try (ConsoleServer server = cluster.serve(ConsoleOptions.local(0).withTokens(tokens));
                    Client red = new Client(server, "red");
                    Client ops = new Client(server, "ops")) {
                while (!(last(ops, "figure=jobs_running") == 2)) {
                    Thread.onSpinWait();
                }
                assertThat(last(red, "figure=jobs_running")).isEqualTo(1);
                assertThat(names(red.get("/api/v1/series?figure=gpus_allocated&by=queue")))
                        .containsExactly("red/night");
                assertThat(names(ops.get("/api/v1/series?figure=gpus_allocated&by=queue")))
                        .containsExactly("blue", "red/night");
                assertThat(red.get("/api/v1/series?by=owner").status()).isEqualTo(403);
                assertThat(ops.get("/api/v1/series?by=owner").status()).isEqualTo(200);
            }
        }
    }

    @Test
    void aWrongFigureIsAnsweredWithTheNearest() {
        try (Cluster cluster = Cluster.of(1, null);
                ConsoleServer server = cluster.serve(ConsoleOptions.local(0));
                Client client = new Client(server)) {
            Answer answer = client.get("/api/v1/series?figure=gpus_alocated");
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.text("detail")).contains("gpus_allocated");
            assertThat(client.get("/api/v1/series?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z")
                            .status())
                    .isEqualTo(200);
        }
    }

    private static List<String> names(Answer answer) {
        return answer.json().require("series").items().stream()
                .map(line -> line.require("name").text())
                .toList();
    }
}
