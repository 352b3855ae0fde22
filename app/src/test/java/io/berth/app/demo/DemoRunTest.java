package io.berth.app.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.app.client.Api;
import io.berth.app.client.Client;
import io.berth.app.client.HomeOption;
import io.berth.app.command.Output;
import io.berth.app.demo.DemoOptions.ConsolePort;
import io.berth.app.demo.screen.DemoSnapshot;
import io.berth.app.home.BerthHome;
import io.berth.app.home.PrivateFolder;
import io.berth.app.operate.StrategyCommand;
import io.berth.app.option.Arguments;
import io.berth.core.catalog.Catalog;
import io.berth.core.engine.Recovery;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.state.State;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.live.journal.JournalDirectory;
import io.berth.live.journal.JournalReader;
import io.berth.live.journal.RecoveredJournal;
import io.berth.live.journal.file.JournalOptions;
import io.berth.local.launch.process.UserAccount;
import io.berth.spec.input.InputException;
import io.berth.spec.job.JobWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoRunTest {
    /** An hour of cluster time in two seconds. */
    private static final double FAST = 1800;

    @TempDir
    Path folder;

    private final List<String> notes = new ArrayList<>();

    @Test
    void aDemoFillsTheClusterAndDecides() {
        DemoRun demo = DemoRun.start(options(null), notes::add);
        try (demo) {
            await(demo, 40 * Nanos.MINUTE);
            DemoSnapshot snapshot = demo.snapshot();

            assertThat(snapshot.nodes()).hasSize(32);
            assertThat(snapshot.activity().gpuPct()).isBetween(40.0, 100.0);
            assertThat(snapshot.activity().startedPerHour()).isBetween(300.0, 3000.0);
            assertThat(snapshot.decisions()).isNotEmpty();
        }
        assertThat(demo.report().figure("jobs_finished")).isGreaterThan(100);
        assertThat(demo.report().strategy()).isEqualTo("fgd-greedy");
        assertThat(demo.clusterNanos()).isGreaterThan(40 * Nanos.MINUTE);
        assertThat(Summary.text(demo.report(), demo.clusterNanos()))
                .contains("node utilisation variance", "task completion time variance", "resource idle rate")
                .contains("queueing time", "request rejection rate")
                .doesNotContain("NaN");
    }

    @Test
    void aDemoGoesOnWithItsJournalAndNoJobComesTwiceOrIsLeftOut() {
        Path journal = folder.resolve("journal");
        for (int life = 0; life < 3; life++) {
            try (DemoRun demo = DemoRun.start(options(journal), notes::add)) {
                await(demo, (life + 1) * 30 * Nanos.MINUTE);
            }
        }

        assertThat(notes)
                .filteredOn(note -> note.startsWith("goes on with the journal"))
                .hasSize(2);
        Map<String, Long> last = new TreeMap<>();
        Recovery again = Recovery.redecide(new State(42), Catalog.standard());
        JournalReader.open(journal).forEachRemaining(frame -> {
            again.apply(frame);
            inOrder(frame, last);
        });
        assertThat(last.keySet()).containsExactlyInAnyOrder("demo.train", "demo.serve", "demo.note");
        assertThat(again.decisionsCompared()).isGreaterThan(700);
        assertThat(again.firstDifference()).isNull();
        assertThat(again.decisionsDifferent()).isZero();
    }

    @Test
    void aDemoWithoutAJournalOfItsOwnHasAPastAndLeavesNothing() throws Exception {
        DemoOptions options = new DemoOptions(null, null, FAST, 0, null, null, null, false, new ConsolePort(0, true));
        Path journal;
        try (DemoRun demo = DemoRun.start(options, notes::add);
                HttpClient http = HttpClient.newHttpClient()) {
            journal = Objects.requireNonNull(demo.journal());
            assertThat(journal).isDirectory();
            assertThat(Files.getPosixFilePermissions(journal)).isEqualTo(PosixFilePermissions.fromString("rwx------"));
            URI history = URI.create(demo.url() + "/api/v1/history");
            String past = http.send(HttpRequest.newBuilder(history).build(), HttpResponse.BodyHandlers.ofString())
                    .body();
            assertThat(past).contains("\"kept\":true");
        }
        assertThat(journal).doesNotExist();
        assertThat(notes).noneMatch(note -> note.contains("cannot delete"));
    }

    @Test
    void itsConsoleShowsTheClusterAndTakesOrders() throws Exception {
        DemoOptions options = new DemoOptions(
                null, null, FAST, 0, folder.resolve("journal"), null, null, false, new ConsolePort(0, true));
        try (DemoRun demo = DemoRun.start(options, notes::add);
                HttpClient http = HttpClient.newHttpClient()) {
            assertThat(notes).contains("console at " + demo.url());
            URI nodes = URI.create(demo.url() + "/api/v1/nodes");
            String list = http.send(HttpRequest.newBuilder(nodes).build(), HttpResponse.BodyHandlers.ofString())
                    .body();
            assertThat(list).contains("h100-00", "a100-11");
            URI drain = URI.create(demo.url() + "/api/v1/nodes/h100-00/drain");
            HttpRequest post = HttpRequest.newBuilder(drain)
                    .POST(HttpRequest.BodyPublishers.noBody())
                    .build();
            assertThat(http.send(post, HttpResponse.BodyHandlers.ofString()).statusCode())
                    .isEqualTo(200);
            HttpRequest foreign = HttpRequest.newBuilder(drain)
                    .header("Origin", "https://example.org")
                    .POST(HttpRequest.BodyPublishers.noBody())
                    .build();
            assertThat(http.send(foreign, HttpResponse.BodyHandlers.ofString()).statusCode())
                    .isEqualTo(403);
        }
    }

    @Test
    void theSeedOfTheJournalHolds() {
        Path journal = folder.resolve("journal");
        DemoRun.start(options(journal), notes::add).close();
        DemoOptions other = new DemoOptions(7L, null, FAST, 0, journal, null, null, false, null);

        DemoRun demo = DemoRun.start(other, notes::add);
        demo.close();

        assertThat(demo.report().seed()).isEqualTo(42);
        assertThat(notes).anyMatch(note -> note.contains("--seed 7 does not"));
    }

    @Test
    void theJournalOfAnotherClusterIsRefused() {
        Path journal = folder.resolve("journal");
        State state = new State(1);
        try (JournalDirectory other = JournalDirectory.create(journal, 1, JournalOptions.LIVE)) {
            Event joined = new Event.NodeJoined(0, DemoCluster.nodes().getFirst());
            other.append(new Frame(1, List.of(joined), null));
        }
        assertThat(state.instants()).isZero();

        assertThatThrownBy(() -> {
                    try (DemoRun demo = DemoRun.start(options(journal), notes::add)) {
                        demo.done().join();
                    } catch (CompletionException e) {
                        throw e.getCause();
                    }
                })
                .isInstanceOf(InputException.class)
                .hasMessageContaining("another cluster");
    }

    @Test
    void theStrategyChangesAndJobsComeOverTheSocketAlsoWithoutAPort() throws IOException {
        Path socket = folder.resolve("s");
        Path file = Files.writeString(
                folder.resolve("mine.yaml"), "name: mine\norder: sjf\nplace: {fgd: {coverage: 90}}\n");
        DemoOptions options = new DemoOptions(null, null, FAST, 0, folder.resolve("journal"), null, socket, true, null);
        try (DemoRun demo = DemoRun.start(options, notes::add)) {
            assertThat(set(socket, "best-fit")).isZero();
            await(demo, 5 * Nanos.MINUTE);
            assertThat(demo.snapshot().strategy()).isEqualTo("best-fit");
            assertThat(set(socket, file.toString())).isZero();
            JobSpec job = JobSpec.batch("theirs", Demand.cpu(1000, 1 << 20), Nanos.MINUTE);
            Client client = HomeOption.demo(socket);
            assertThat(client.ask("POST", Api.JOBS, JobWriter.document(job)).status())
                    .isEqualTo(201);
            assertThat(demo.url()).isEmpty();
        }

        try (JournalDirectory kept = RecoveredJournal.open(folder.resolve("journal"), JournalOptions.LIVE)
                .journal()) {
            State state = RecoveredJournal.read(kept.directory());
            StrategySpec strategy = state.strategy();
            assertThat(strategy.name()).isEqualTo("mine");
            assertThat(strategy.place()).hasToString("fgd{coverage=90}");
            assertThat(state.strategy().texts()).containsEntry("order", "sjf");
        }
    }

    @Test
    void withoutARunningSystemSettingTheStrategyFails() {
        assertThatThrownBy(() -> set(folder.resolve("none"), "fgd"))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("no running system answers at " + folder.resolve("none"));
        assertThatThrownBy(() -> set(folder.resolve("none"), "fdg")).hasMessageContaining("did you mean \"fgd\"?");
    }

    @Test
    void whereAnotherDemoHasTheSocketThisOneGoesWithoutUnlessItWasAskedFor() {
        Path socket = folder.resolve("s");
        DemoOptions asked = new DemoOptions(null, null, FAST, 0, null, null, socket, true, null);
        DemoOptions usual = new DemoOptions(null, null, FAST, 0, null, null, socket, false, null);
        try (DemoRun first = DemoRun.start(asked, notes::add)) {
            assertThatThrownBy(() -> DemoRun.start(asked, notes::add))
                    .isInstanceOf(InputException.class)
                    .hasMessageContaining("--control: another process serves");
            DemoRun.start(usual, notes::add).close();
            assertThat(notes).anyMatch(note -> note.contains("this demo goes without"));
            assertThat(set(socket, "best-fit")).isZero();
            await(first, 5 * Nanos.MINUTE);
            assertThat(first.snapshot().strategy()).isEqualTo("best-fit");
        }
        assertThat(socket).doesNotExist();
    }

    @Test
    void theHomeOfADemoIsItsOwnersAlone() throws IOException {
        BerthHome home = new BerthHome(folder.resolve("home"));
        DemoOptions options = new DemoOptions(null, null, FAST, 0, null, null, home.demo(), false, null);
        try (DemoRun _ = DemoRun.start(options, notes::add)) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(home.folder())))
                    .isEqualTo("rwx------");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(home.demo())))
                    .isEqualTo("rw-------");
            assertThat(PrivateFolder.close(home.folder(), UserAccount.currentUid()))
                    .noneMatch(note -> note.contains("others could read"));
        }
    }

    @Test
    void theKeysOfSubmissionsStayWithTheJournal() {
        Path socket = folder.resolve("s");
        Path journal = folder.resolve("journal");
        DemoOptions options = new DemoOptions(null, null, FAST, 0, journal, null, socket, true, null);
        for (int life = 0; life < 2; life++) {
            DemoRun.start(options, notes::add).close();
            assertThat(journal.resolve(".keys")).isRegularFile();
        }
    }

    private static int set(Path socket, String strategy) {
        PrintStream nowhere = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
        StrategyCommand command = new StrategyCommand(new Output(nowhere, nowhere));
        List<String> typed = List.of("set", strategy, "--control", socket.toString());
        return command.run(Arguments.read("strategy", command.options(), typed));
    }

    private static DemoOptions options(@Nullable Path journal) {
        return new DemoOptions(null, null, FAST, 0, journal, null, null, false, null);
    }

    /** Waits for a moment of cluster time, counted from the demo's beginning. */
    private static void await(DemoRun demo, long clusterNanos) {
        while (demo.snapshot().nowNanos() < DemoCluster.START_NANOS + clusterNanos) {
            Thread.onSpinWait();
        }
    }

    private static void inOrder(Frame frame, Map<String, Long> last) {
        for (Event event : frame.events()) {
            if (event instanceof Event.JobSubmitted job) {
                assertThat(job.sequence()).isEqualTo(last.getOrDefault(job.origin(), 0L) + 1);
                last.put(job.origin(), job.sequence());
            }
        }
    }
}
