package io.berth.app.dump;

import static io.berth.app.Cli.berth;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.spec.input.Tree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ImportTest {
    private static final Path EXAMPLES = Path.of("../examples");

    @TempDir
    Path folder;

    private Path to() {
        return folder.resolve("cluster");
    }

    /** What is in the folder that the test has. */
    private List<String> there() {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aDumpIsAScenarioThatIsSimulatedAndAJournalThatIsReported() {
        Tree said = berth("import", "kubernetes", EXAMPLES.resolve("cluster.json"), "--to", to(), "--json")
                .done()
                .json();
        assertThat(said.require("nodes").text()).isEqualTo("2");
        assertThat(said.require("gangs").text()).isEqualTo("1");
        assertThat(said.require("pods").require("waiting").text()).isEqualTo("3");

        Tree run = berth("simulate", to().resolve("scenario.yaml"), "--json").firstRun();
        assertThat(run.require("metrics").require("jobs_finished").text()).isEqualTo("10");
        assertThat(berth("kube", "report", to().resolve("journal")).done().out())
                .contains("10 pods, and 0 that are only found where they are");
        assertThat(there()).containsExactly("cluster");
    }

    @Test
    void theFolderMayBeMovedAndItsStrategiesReplaced() throws IOException {
        berth("import", "kueue", EXAMPLES.resolve("kueue.json"), "--to", to()).done();
        Path moved = Files.move(to(), folder.resolve("moved"));
        Tree runs = berth("simulate", moved.resolve("scenario.yaml"), "--strategy", "sjf", "--json")
                .done()
                .json();
        assertThat(runs.require("runs").items()).hasSize(1);
    }

    /** The big job waits for its quota, and who is in a queue that is held for ever; without the queues all would have started. */
    @Test
    void whoWaitedForAQuotaOfKueueWaitsForItInTheScenario() throws IOException {
        Tree said = berth("import", "kueue", EXAMPLES.resolve("kueue.json"), "--to", to(), "--json")
                .done()
                .json();
        assertThat(said.require("queues").text()).isEqualTo("3");
        assertThat(said.require("notes").items().toString()).contains("ClusterQueue night is held (stopPolicy Hold)");
        Tree run = berth("simulate", to().resolve("scenario.yaml"), "--json").firstRun();
        assertThat(run.require("metrics").require("jobs_finished").text()).isEqualTo("3");

        Path names = Files.writeString(
                folder.resolve("names.json"),
                Files.readString(EXAMPLES.resolve("kueue.json"))
                        .replace("v1beta2", "v1")
                        .replace("ClusterQueue", "Other"));
        Path free = folder.resolve("free");
        berth("import", "kueue", names, "--to", free).done();
        Tree all = berth("simulate", free.resolve("scenario.yaml"), "--json").firstRun();
        assertThat(all.require("metrics").require("jobs_finished").text()).isEqualTo("5");
    }

    /** The fifth pod is above the limit of its queue until one of the four ends at half past nine, though GPUs are free. */
    @ParameterizedTest
    @ValueSource(strings = {"kai", "volcano"})
    void whoWaitedForALimitWaitsForItInTheScenario(String kind) throws IOException {
        berth("import", kind, EXAMPLES.resolve(kind + ".json"), "--to", to()).done();
        assertThat(longestWait(to())).isBetween(1_800.0, 1_801.0);

        Path names = Files.writeString(
                folder.resolve("names.json"),
                Files.readString(EXAMPLES.resolve(kind + ".json"))
                        .replace("\"kind\": \"Queue\"", "\"kind\": \"Other\""));
        Path free = folder.resolve("free");
        berth("import", kind, names, "--to", free).done();
        assertThat(longestWait(free)).isLessThan(60);
    }

    private double longestWait(Path imported) {
        Tree run =
                berth("simulate", imported.resolve("scenario.yaml"), "--json").firstRun();
        return run.require("metrics").require("wait_p99_s").number();
    }

    @Test
    void whatCannotBeImportedLeavesNothingBehind() throws IOException {
        Path broken = Files.writeString(
                folder.resolve("broken.json"),
                Files.readString(EXAMPLES.resolve("cluster.json"))
                        .replace("\"nvidia.com/gpu\": \"4\"", "\"nvidia.com/gpu\": \"four\""));
        berth("import", "kubernetes", broken, "--to", to())
                .refused("broken.json:5:", "requests.nvidia.com/gpu", "\"four\" is no quantity");
        berth("import", "kubernetes", EXAMPLES.resolve("team.yaml"), "--to", to())
                .refused("says no kind");
        berth("import", "kubernetes", EXAMPLES.resolve("cluster.jsn"), "--to", to())
                .refused("did you mean \"cluster.json\"?");
        berth("import", "kubernetes", EXAMPLES.resolve("cluster.json"), "--to", folder.resolve("no/where"))
                .refused("--to", "is not in a folder that exists");
        assertThat(there()).containsExactly("broken.json");

        assertThat(berth("import", "kubernetes", broken, "--to", to(), "--lenient")
                        .done()
                        .out())
                .contains("2 malformed, and left out:", "broken.json:5:");
        berth("import", "kubernetes", broken, "--to", to()).refused("--to", "is there already");
    }

    @Test
    void whatIsAskedForWronglyIsSaid() {
        Path dump = EXAMPLES.resolve("cluster.json");
        berth("import", "kuber", dump, "--to", to())
                .refused("unknown kind of cluster \"kuber\"", "kubernetes, kueue, kai, volcano");
        berth("import", "kueu", dump, "--to", to()).refused("did you mean \"kueue\"?");
        berth("import", "kueue", "--to", to()).refused("needs a kind and a file");
        berth("import", "kueue", dump).refused("needs a folder to write: --to DIR");
        berth("import", "kueue", dump, "--to", to(), "--run-time", "0").refused("--run-time", "above 0");
        berth("import", "kueue", dump, "--to", to(), "--run-time", "long").refused("--run-time", "\"long\"");
        assertThat(there()).isEmpty();
    }
}
