package io.berth.console.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.console.Client;
import io.berth.console.Client.Answer;
import io.berth.console.Cluster;
import io.berth.console.ConsoleOptions;
import io.berth.console.ConsoleServer;
import io.berth.console.TokenFile;
import io.berth.console.setting.Learning;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class LearningApiTest {
    private static final String PATH = "/api/v1/learning";

    @TempDir
    Path folder;

    private static final class Switch implements Learning {
        private boolean on = true;

        @Override
        public Object status() {
            return Map.of("on", on);
        }

        @Override
        public Object begin() {
            on = true;
            return status();
        }

        @Override
        public Object stop() {
            on = false;
            return status();
        }
    }

    @Test
    void learningIsAskedStoppedAndStarted() {
        try (Cluster cluster = Cluster.of(1, null);
                ConsoleServer server = cluster.serve(ConsoleOptions.local(0).withLearning(new Switch()));
                Client client = new Client(server)) {
            assertThat(client.get(PATH).json().require("on").flag()).isTrue();
            assertThat(client.post(PATH + "/stop", "").json().require("on").flag())
                    .isFalse();
            assertThat(client.get(PATH).json().require("on").flag()).isFalse();
            assertThat(client.post(PATH + "/start", "").json().require("on").flag())
                    .isTrue();
            assertThat(client.post(PATH + "/start", "{\"a\": 1}").status()).isEqualTo(400);
        }
    }

    @Test
    void whereNothingLearnsThatIsSaid() {
        try (Cluster cluster = Cluster.of(1, null);
                ConsoleServer server = cluster.serve(ConsoleOptions.local(0));
                Client client = new Client(server)) {
            for (Answer answer :
                    new Answer[] {client.get(PATH), client.post(PATH + "/stop", ""), client.post(PATH + "/start", "")
                    }) {
                assertThat(answer.status()).isEqualTo(409);
                assertThat(answer.text("detail")).contains("does not learn", "learn: {active: true}");
            }
        }
    }

    @Test
    void onlyAnOperatorIsAnswered() throws IOException {
        Path tokens = TokenFile.in(folder, TokenFile.line("x", "name: ci, role: submitter"));
        try (Cluster cluster = Cluster.of(1, null);
                ConsoleServer server =
                        cluster.serve(ConsoleOptions.local(0).withTokens(tokens).withLearning(new Switch()));
                Client client = new Client(server, "x")) {
            assertThat(client.get(PATH).status()).isEqualTo(403);
            assertThat(client.post(PATH + "/stop", "").status()).isEqualTo(403);
        }
    }
}
