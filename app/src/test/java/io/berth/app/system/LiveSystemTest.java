package io.berth.app.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.app.catalog.FullCatalog;
import io.berth.console.ConsoleOptions;
import io.berth.console.view.job.JobEntry;
import io.berth.console.view.job.JobHistory;
import io.berth.core.decision.Decision;
import io.berth.core.event.Event;
import io.berth.core.state.State;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.learn.online.LearnerOptions;
import io.berth.live.driver.LiveDriver;
import io.berth.live.driver.Submission;
import io.berth.live.journal.file.JournalException;
import io.berth.live.journal.file.JournalOptions;
import io.berth.live.run.LiveWorld;
import io.berth.spec.input.InputException;
import io.berth.spec.strategy.StrategyReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LiveSystemTest {
    private static final StrategySpec STRATEGY = StrategySpec.of("mine", "fcfs", "best-fit", "greedy");

    @TempDir
    Path folder;

    private final List<String> notes = new CopyOnWriteArrayList<>();
    /** What was opened and closed, in its order. */
    private final List<String> steps = new CopyOnWriteArrayList<>();

    /** Ends jobs as soon as they start. */
    private final class World implements LiveWorld {
        private final LiveDriver driver;

        World(LiveDriver driver) {
            this.driver = driver;
            steps.add("world");
        }

        @Override
        public void carryOut(Decision.Effect effect, State state) {
            if (effect instanceof Decision.Start start) {
                long decision = state.job(start.job()).decision();
                driver.at(driver.nowNanos(), new Event.TaskStarted(start.job(), 0, decision));
                driver.at(driver.nowNanos(), new Event.TaskEnded(start.job(), 0, decision, 0));
            }
        }

        @Override
        public void resume(State state) {
            steps.add("resume");
        }

        @Override
        public void close() {
            steps.add("-world");
        }
    }

    /** A console at a port. */
    private final class Pages implements ConsoleSetup {
        private final int port;

        Pages(int port) {
            this.port = port;
        }

        @Override
        public ConsoleOptions options(LiveSystem system) {
            steps.add("console");
            return ConsoleOptions.local(port);
        }

        @Override
        public ConsoleOptions instead(UncheckedIOException cause) {
            steps.add("instead");
            return ConsoleOptions.local(0);
        }

        @Override
        public void close() {
            steps.add("-console");
        }
    }

    @Test
    void whatIsOpenedIsClosedInReverse() throws Exception {
        List<Integer> answers = new ArrayList<>();
        Part first = system -> {
            answers.add(ready(system));
            return part("first").open(system);
        };
        try (LiveSystem system = LiveSystem.start(options(new Pages(0), first, part("second")), notes::add)) {
            answers.add(ready(system));
            steps.add("runs");
        }

        assertThat(answers).as("ready only when all parts are open").containsExactly(503, 200);
        assertThat(steps)
                .containsExactly(
                        "world",
                        "resume",
                        "console",
                        "first",
                        "second",
                        "runs",
                        "-second",
                        "-first",
                        "-console",
                        "-world");
        assertThat(notes).isEmpty();
    }

    @Test
    void theJournalIsLockedBeforeAnythingBesideItIsOpened() {
        try (LiveSystem _ = LiveSystem.start(options(new Pages(0)), notes::add)) {
            steps.clear();
            assertThatThrownBy(() -> LiveSystem.start(options(new Pages(0)), notes::add))
                    .isInstanceOf(JournalException.class);
            assertThat(steps).isEmpty();
        }
    }

    @Test
    void aStartThatFailsHalfWayLeavesNothingOpen() {
        Part fails = _ -> {
            throw new InputException("a part", "cannot be had");
        };
        assertThatThrownBy(() -> LiveSystem.start(options(new Pages(0), part("first"), fails), notes::add))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("cannot be had");

        assertThat(steps).containsExactly("world", "resume", "console", "first", "-first", "-console", "-world");
        // Its lock is gone too.
        LiveSystem.start(options(new Pages(0)), notes::add).close();
    }

    @Test
    void aPartThatCannotBeClosedKeepsNoOtherOpen() {
        Part stuck = _ -> () -> {
            throw new IOException("stuck");
        };
        LiveSystem.start(options(new Pages(0), part("first"), stuck), notes::add)
                .close();

        assertThat(notes).containsExactly("cannot close: stuck");
        assertThat(steps).endsWith("-first", "-console", "-world");
    }

    @Test
    void anotherPortServesWhereTheWantedOneIsTaken() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                LiveSystem system = LiveSystem.start(options(new Pages(taken.getLocalPort())), notes::add)) {
            assertThat(steps).contains("instead");
            assertThat(Objects.requireNonNull(system.console()).uri().getPort()).isNotEqualTo(taken.getLocalPort());
            assertThat(ready(system)).isEqualTo(200);
        }
    }

    @Test
    void itSaysThatItGoesOnAndRemembersWhoEnded() {
        try (LiveSystem system = LiveSystem.start(options(new Pages(0)), notes::add)) {
            JobSpec job = JobSpec.batch("short", Demand.cpu(1_000, 1 << 20), 1_000_000_000L);
            system.run()
                    .operator()
                    .submit(new Submission(job, "test", Submission.NEXT))
                    .join();
            while (!job(system).phase().ended()) {
                Thread.onSpinWait();
            }
        }
        assertThat(notes).isEmpty();

        try (LiveSystem system = LiveSystem.start(options(new Pages(0)), notes::add)) {
            assertThat(notes).containsExactly("goes on with 0 jobs");
            assertThat(job(system).spec().name()).isEqualTo("short");
        }
        try (JobHistory kept = JobHistory.open(folder.resolve("history.jsonl"), 10)) {
            assertThat(kept.read())
                    .singleElement()
                    .satisfies(job -> assertThat(job.id()).isEqualTo(1));
        }
    }

    @Test
    void anEngineThatFailsAtTheStartSaysWhy() {
        LiveSystem.start(options(null), notes::add).close();
        SystemOptions known = options(null);
        EngineSetup engine = known.engine();
        SystemOptions refuses = new SystemOptions(
                new EngineSetup(
                        engine.seed(),
                        engine.time(),
                        engine.beginning(),
                        engine.bounds(),
                        (driver, _) -> new LiveWorld() {
                            @Override
                            public void carryOut(Decision.Effect effect, State state) {}

                            @Override
                            public void resume(State state) {
                                throw new InputException("the world", "is another");
                            }
                        },
                        engine.follower()),
                known.storage(),
                known.strategy(),
                null,
                null,
                List.of());

        assertThatThrownBy(() -> LiveSystem.start(refuses, notes::add))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("is another");
    }

    @Test
    void learningIsAskedStoppedAndStartedOverItsConsole() throws Exception {
        SystemOptions known = options(new Pages(0));
        SystemOptions learns = new SystemOptions(
                known.engine(),
                known.storage(),
                known.strategy(),
                known.console(),
                new LearningSetup(LearnerOptions.standard(STRATEGY), folder.resolve("learner.json")),
                List.of());
        try (LiveSystem system = LiveSystem.start(learns, notes::add)) {
            assertThat(learning(system, "GET", "")).contains("\"stopped\":\"\"");
            assertThat(learning(system, "POST", "/stop")).contains("\"stopped\":\"berth learn stop\"");
            assertThat(learning(system, "POST", "/start")).contains("\"stopped\":\"\"", "\"strategy\":\"");
        }
    }

    private static String learning(LiveSystem system, String method, String action) throws Exception {
        URI uri = Objects.requireNonNull(system.console()).uri().resolve("/api/v1/learning" + action);
        HttpRequest request = HttpRequest.newBuilder(uri)
                .method(method, HttpRequest.BodyPublishers.noBody())
                .build();
        try (HttpClient http = HttpClient.newHttpClient()) {
            return http.send(request, HttpResponse.BodyHandlers.ofString()).body();
        }
    }

    private SystemOptions options(@Nullable ConsoleSetup console, Part... parts) {
        return new SystemOptions(
                OneNode.under(STRATEGY, (driver, _) -> new World(driver)),
                new Storage(
                        folder.resolve("journal"),
                        JournalOptions.LIVE,
                        folder.resolve("history.jsonl"),
                        state -> "goes on with " + state.liveJobs() + " jobs",
                        "torn"),
                new StrategyChoice(null, null, StrategyReader.ofText(FullCatalog.names())),
                console,
                null,
                List.of(parts));
    }

    private Part part(String name) {
        return _ -> {
            steps.add(name);
            return () -> steps.add("-" + name);
        };
    }

    private static JobEntry job(LiveSystem system) {
        return Objects.requireNonNull(system.view().job(1));
    }

    private static int ready(LiveSystem system) {
        URI uri = Objects.requireNonNull(system.console()).uri().resolve("/readyz");
        try (HttpClient http = HttpClient.newHttpClient()) {
            return http.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.discarding())
                    .statusCode();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
