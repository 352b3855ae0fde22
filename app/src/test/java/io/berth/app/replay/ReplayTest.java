package io.berth.app.replay;

import static io.berth.app.Cli.berth;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.app.Cli;
import io.berth.app.ScenarioFolder;
import io.berth.spec.input.Tree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReplayTest {
    private static final String SEGMENT = "segment-00000000000000000000.berth";

    @TempDir
    private Path temp;

    private ScenarioFolder folder;
    private Path journal;

    @BeforeEach
    void writeTheScenarios() throws IOException {
        folder = ScenarioFolder.in(temp);
        journal = temp.resolve("journal");
    }

    private Tree simulate(String scenario, Object... more) {
        Object[] args = new Object[more.length + 3];
        args[0] = "simulate";
        args[1] = folder.file(scenario);
        args[2] = "--json";
        System.arraycopy(more, 0, args, 3, more.length);
        return berth(args).firstRun();
    }

    @ParameterizedTest
    @ValueSource(strings = {"fcfs", "sjf", "fgd-greedy", "random", "round-robin", "gpu-packing"})
    void decidingAgainDiffersNowhere(String strategy) {
        Tree run = simulate("generated.yaml", "--strategy", strategy, "--journal", journal);

        Tree compared = berth("replay", journal, "--redecide", "--json").done().json();
        assertThat(compared.require("decisions_compared").whole())
                .isEqualTo(run.require("decisions").whole());
        assertThat(compared.require("decisions_different").whole()).isZero();
        assertThat(compared.get("first_difference")).matches(Tree::isNull, "null");
    }

    @Test
    void itSaysWhatWasThereAtTheEnd() {
        Tree metrics = simulate("generated.yaml", "--strategy", "fcfs", "--journal", journal)
                .require("metrics");

        Tree end = berth("replay", journal, "--json").done().json();
        Tree jobs = end.require("jobs");
        assertThat(jobs.require("submitted").whole()).isEqualTo(200);
        assertThat(jobs.require("running").whole()).isZero();
        for (String outcome : new String[] {"finished", "failed", "rejected", "cancelled"}) {
            assertThat(jobs.require(outcome).whole())
                    .as(outcome)
                    .isEqualTo(metrics.require("jobs_" + outcome).whole());
        }
        assertThat(end.require("gpus").require("allocated").number()).isZero();
        assertThat(end.require("strategy").require("name").text()).isEqualTo("fcfs");
        assertThat(berth("replay", journal).done().out()).contains("200 submitted", "of 32 allocated");
    }

    @Test
    void aClusterWithoutGpusHasNoShareOfThem() throws IOException {
        folder.write("cpus.yaml", """
            cluster: {nodes: [{count: 2, cpu: 8, memory: 16Gi}]}
            workload: {generate: {jobs: 10}}
            """);
        berth("simulate", folder.file("cpus.yaml"), "--journal", journal).done();

        assertThat(berth("replay", journal).done().out())
                .contains("gpus      none")
                .doesNotContain("NaN");
        assertThat(berth("replay", journal, "--json").done().out()).doesNotContain("NaN");
    }

    @Test
    void anAcknowledgedEndThatIsGoneIsRefusedWithTheCureAndRepairSaysWhatIsLost() throws IOException {
        simulate("timed.yaml", "--journal", journal);
        Path segment = journal.resolve(SEGMENT);
        byte[] whole = Files.readAllBytes(segment);
        Files.write(segment, Arrays.copyOf(whole, whole.length - 3));

        berth("replay", journal).refused("were acknowledged", "berth replay " + journal + " --repair");
        berth("replay", journal, "--redecide").refused("were acknowledged");
        berth("replay", journal, "--as-workload", temp.resolve("w.yaml")).refused("were acknowledged");
        assertThat(berth("replay", journal, "--repair").done().err())
                .contains(
                        "set aside",
                        "1 acknowledged frames behind them, the last of 20",
                        "are lost",
                        "frames are left");
        berth("replay", journal, "--redecide").done();
    }

    @Test
    void itSaysWhatWasThereAtAnyTime() {
        simulate("timed.yaml", "--journal", journal);

        for (String at : new String[] {"8s", "2026-01-01T00:00:08Z"}) {
            Tree then = berth("replay", journal, "--at", at, "--json").done().json();
            assertThat(then.require("jobs").require("submitted").whole()).isEqualTo(3);
            assertThat(then.require("jobs").require("running").whole()).isEqualTo(3);
            assertThat(then.require("gpus").require("allocated").number()).isEqualTo(9.5);
        }
    }

    @Test
    void aJournalIsAWorkload() {
        isAWorkload("emulate={}");
    }

    @Test
    void nodesThatWereLostAreLostAgain() {
        isAWorkload("emulate={node_mtbf: 1d, node_repair: 2h}");
        assertThat(berth("replay", journal, "--json")
                        .done()
                        .json()
                        .require("nodes")
                        .require("lost")
                        .whole())
                .isNotNegative();
    }

    private void isAWorkload(String emulated) {
        Tree metrics = simulate("generated.yaml", "--strategy", "fcfs", "--set", emulated, "--journal", journal)
                .require("metrics");
        Path scenario = temp.resolve("again.yaml");
        berth("replay", journal, "--as-workload", scenario).done();

        Tree again = simulate("again.yaml").require("metrics");
        for (Tree.Entry figure : metrics.entries()) {
            assertThat(again.get(figure.key()))
                    .as(figure.key())
                    .isNotNull()
                    .extracting(Tree::describe)
                    .isEqualTo(figure.value().describe());
        }
    }

    @Test
    void aFlippedByteIsNamedAndRefusedUntilItIsRepaired() throws IOException {
        simulate("generated.yaml", "--strategy", "fcfs", "--journal", journal);
        Path segment = journal.resolve(SEGMENT);
        byte[] bytes = Files.readAllBytes(segment);
        bytes[bytes.length / 2] ^= 1;
        Files.write(segment, bytes);

        berth("replay", journal).refused(SEGMENT, "damaged at byte");
        berth("replay", journal, "--redecide").refused(SEGMENT, "damaged at byte");

        Cli repaired = berth("replay", journal, "--repair").done();
        assertThat(repaired.err()).contains("set aside", "frames are left");
        berth("replay", journal, "--redecide").done();
    }

    @Test
    void aTornLastRecordDoesNotCountWhereItWasNotAcknowledged() throws IOException {
        simulate("timed.yaml", "--journal", journal);
        Files.delete(journal.resolve("acknowledged"));
        Path segment = journal.resolve(SEGMENT);
        byte[] bytes = Files.readAllBytes(segment);
        Files.write(segment, Arrays.copyOf(bytes, bytes.length - 3));

        assertThat(berth("replay", journal).done().err()).contains("cut off at byte");
    }

    @Test
    void aWrongMomentOrJournalIsRefused() {
        simulate("timed.yaml", "--journal", journal);
        berth("replay", journal, "--at", "yesterday").refused("--at yesterday", "1h30m");
        berth("replay", journal, "--at", "2020-01-01T00:00:00Z").refused("before the journal begins");
        berth("replay", temp.resolve("nothing")).refused("nothing");
        berth("replay").refused("needs a journal");
        berth("replay", journal, "--at", "1s", "--redecide").refused("one of");
    }
}
