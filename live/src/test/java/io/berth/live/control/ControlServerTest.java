package io.berth.live.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.event.Event;
import io.berth.core.state.State;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.live.clock.TimeOptions;
import io.berth.live.driver.Acceptance;
import io.berth.live.driver.Submission;
import io.berth.live.run.LiveOptions;
import io.berth.live.run.LiveRun;
import io.berth.live.run.TimerWorld;
import io.berth.spec.input.Tree;
import io.berth.spec.json.JsonLines;
import io.berth.spec.strategy.StrategyReader;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class ControlServerTest {
    private static final StrategyReader STRATEGIES = StrategyReader.ofText(new ShippedPolicies());
    private static final JobSpec FOREVER =
            JobSpec.batch("serve", Demand.cpu(1_000, 1L << 30).withGpus(1), Nanos.NEVER);

    private static final String MARKS = "{}[]\",:0-9eE.\\&*!|>%@`#?";

    @TempDir
    Path folder;

    private Path socket;
    private LiveRun run;
    private ControlServer server;
    private ControlClient client;

    @BeforeEach
    void aSystemOfTwoNodes() {
        socket = folder.resolve("run").resolve("control.sock");
        EndedJobs ended = new EndedJobs(100);
        LiveOptions options = LiveOptions.of(
                        7,
                        List.of(
                                new Event.NodeJoined(0, NodeSpec.of("a", 8_000, 1L << 34, 4, "H100")),
                                new Event.NodeJoined(1, NodeSpec.of("b", 8_000, 1L << 34, 4, "H100"))))
                .withTime(TimeOptions.scaled(60))
                .withObserver(ended);
        run = LiveRun.start(options, (driver, _) -> new TimerWorld(driver));
        server = ControlServer.open(socket, run.operator(), STRATEGIES, ended);
        client = ControlClient.connect(socket);
    }

    @AfterEach
    void end() {
        client.close();
        server.close();
        run.close();
    }

    @Test
    void aSubmittedJobIsListedAndRunsAndCanBeCancelled() {
        assertThat(client.submit(FOREVER, "me", 1)).isEqualTo(new Acceptance(1, 1, false));
        assertThat(client.submit(FOREVER, "me", 1)).isEqualTo(new Acceptance(1, 1, true));
        assertThat(client.submit(FOREVER, "me", Submission.NEXT)).isEqualTo(new Acceptance(2, 2, false));
        awaitState(1, "running");

        client.request("cancel", Map.of("job", 1));
        awaitState(1, "cancelled");
        assertThat(client.jobs(false)).hasSize(1);
        Tree cancelled = client.jobs(true).getFirst();
        assertThat(cancelled.require("name").text()).isEqualTo("serve");
        assertThat(cancelled.require("exit_code").whole()).isEqualTo(143);
        assertThatThrownBy(() -> client.request("cancel", Map.of("job", 1)))
                .isInstanceOf(ControlException.class)
                .hasMessage("job 1 has ended already");
    }

    @Test
    void theJobArrivesAsItWasSent() throws Exception {
        client.submit(FOREVER, "me", 1);

        JobSpec arrived = run.operator().ask(state -> state.job(1).spec()).get();
        assertThat(arrived).isEqualTo(FOREVER);
    }

    @Test
    void longListsComeInPages() {
        int jobs = 2 * ControlCommands.PAGE + 10;
        for (int i = 1; i <= jobs; i++) {
            run.operator().submit(new Submission(FOREVER, "me", i));
        }
        List<Tree> listed = client.jobs(true);

        assertThat(listed.size()).isEqualTo(jobs);
        assertThat(listed.stream().map(row -> row.require("id").whole()).toList())
                .isSorted()
                .doesNotHaveDuplicates();
    }

    @Test
    void theStrategyIsChangedByNameOrByItsParts() throws Exception {
        client.request("strategy", Map.of("strategy", "fgd"));
        assertThat(run.operator().ask(State::strategy).get().place()).hasToString("fgd");

        client.request("strategy", Map.of("strategy", Map.of("order", "sjf", "backfill", "greedy")));
        assertThat(run.operator().ask(State::strategy).get().order().name()).isEqualTo("sjf");

        assertThatThrownBy(() -> client.request("strategy", Map.of("strategy", "fgdd")))
                .hasMessageContaining("did you mean \"fgd\"?");
        assertThat(run.operator().ask(State::strategy).get().order().name()).isEqualTo("sjf");
    }

    @Test
    void aNodeIsDrainedAndTakenBack() throws Exception {
        client.request("drain", Map.of("node", "b"));
        assertThat(client.request("status").require("nodes").whole()).isEqualTo(1);
        client.request("undrain", Map.of("node", "b"));
        assertThat(client.request("status").require("gpus").whole()).isEqualTo(8);
        assertThatThrownBy(() -> client.request("drain", Map.of("node", "c"))).hasMessage("there is no node \"c\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "[]",
                "null",
                "{}",
                "{\"command\":\"fly\"}",
                "{\"command\":[]}",
                "{\"command\":\"submit\"}",
                "{\"command\":\"submit\",\"job\":{\"gpus\":1}}",
                "{\"command\":\"submit\",\"job\":{\"tasks\":0}}",
                "{\"command\":\"submit\",\"job\":{},\"sequence\":3}",
                "{\"command\":\"submit\",\"job\":{},\"origin\":\"x\",\"sequence\":-7}",
                "{\"command\":\"submit\",\"job\":{},\"origin\":\"x\",\"sequence\":9}",
                "{\"command\":\"cancel\",\"job\":\"x\"}",
                "{\"command\":\"ls\",\"al\":true}",
                "\u0000",
                "&a [*a,*a]"
            })
    void aBadRequestIsAnsweredWithOneLineThatSaysWhy(String line) {
        Tree answer = JsonLines.read("answer", client.exchange(line));

        assertThat(answer.require("ok").flag()).isFalse();
        assertThat(answer.require("error").text()).isNotBlank().doesNotContain("Exception");
        assertThat(client.request("ping").require("ok").flag()).isTrue();
    }

    @Test
    void aLineThatIsTooLongIsRefusedAndTheNextOneAnswered() {
        String answer = client.exchange("x".repeat(ControlServer.LONGEST_LINE_BYTES + 1));

        assertThat(answer).contains("\"ok\":false").contains("longer than");
        assertThat(client.request("ping").require("ok").flag()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void noLineEndsTheServer(long seed) {
        Random random = new Random(seed);
        String valid = "{\"command\":\"submit\",\"job\":{\"name\":\"j\",\"demand\":{\"cpu\":1,\"gpus\":0.5}},"
                + "\"origin\":\"fuzz\",\"sequence\":1}";
        for (int i = 0; i < 400; i++) {
            StringBuilder line = new StringBuilder(valid);
            for (int change = random.nextInt(1, 6); change > 0; change--) {
                mutate(line, random);
            }
            String answer = client.exchange(line.toString().replace('\n', ' '));
            assertThat(answer).as("answer to %s", line).startsWith("{\"ok\":");
            assertThat(answer).as("answer to %s", line).doesNotContain("the request failed");
        }
        assertThat(ControlClient.connect(socket).request("ping").require("ok").flag())
                .isTrue();
    }

    private static void mutate(StringBuilder line, Random random) {
        int at = random.nextInt(line.length());
        switch (random.nextInt(5)) {
            case 0 -> line.deleteCharAt(at);
            case 1 -> line.insert(at, (char) random.nextInt(1, 0xd800));
            case 2 -> line.setCharAt(at, MARKS.charAt(random.nextInt(MARKS.length())));
            case 3 -> line.insert(at, line.substring(at, Math.min(line.length(), at + random.nextInt(20))));
            default -> line.insert(at, random.nextLong());
        }
        if (line.isEmpty()) {
            line.append('x');
        }
    }

    @Test
    void onlyItsOwnerMayOpenTheSocket() throws IOException {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(socket)))
                .isEqualTo("rw-------");
    }

    @Test
    void aSocketInUseIsNotTaken() {
        assertThatThrownBy(() -> ControlServer.open(socket, run.operator(), STRATEGIES, new EndedJobs(1)))
                .isInstanceOf(ControlException.class)
                .hasMessageContaining("another process serves");
        assertThat(client.request("ping").require("ok").flag()).isTrue();
    }

    @Test
    void theSocketOfADeadProcessIsReplaced() throws IOException {
        Path stale = folder.resolve("stale.sock");
        ServerSocketChannel dead = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        dead.bind(UnixDomainSocketAddress.of(stale));
        dead.close();
        assertThat(stale).exists();

        try (ControlServer again = ControlServer.open(stale, run.operator(), STRATEGIES, new EndedJobs(1));
                ControlClient caller = ControlClient.connect(again.path())) {
            assertThat(caller.request("ping").require("ok").flag()).isTrue();
        }
        assertThat(stale).doesNotExist();
    }

    @Test
    void aFileInTheWayIsNotTouched() throws IOException {
        Path file = Files.writeString(folder.resolve("thesis.tex"), "dear");

        assertThatThrownBy(() -> ControlServer.open(file, run.operator(), STRATEGIES, new EndedJobs(1)))
                .hasMessageContaining("in the way");
        assertThat(file).hasContent("dear");
    }

    @Test
    void stopIsAnsweredWhenAllIsKeptAndEndsTheRun() throws Exception {
        assertThat(client.request("stop").require("ok").flag()).isTrue();
        run.done().get();
        assertThatThrownBy(() -> client.request("status"))
                .isInstanceOf(ControlException.class)
                .hasMessageContaining("stopped");
    }

    @Test
    void withoutARunningSystemTheClientSaysSo() {
        assertThatThrownBy(() -> ControlClient.connect(folder.resolve("nobody.sock")))
                .isInstanceOf(ControlException.class)
                .hasMessageContaining("no running system answers");
    }

    private void awaitState(long job, String state) {
        while (client.jobs(true).stream()
                .noneMatch(row -> row.require("id").whole() == job
                        && row.require("state").text().equals(state))) {
            Thread.onSpinWait();
        }
    }
}
