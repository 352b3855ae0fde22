package io.berth.app.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.app.catalog.FullCatalog;
import io.berth.app.home.BerthHome;
import io.berth.app.plugin.Jars;
import io.berth.core.decision.Decision;
import io.berth.core.plugin.PluginOrigin;
import io.berth.core.state.State;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.live.driver.Submission;
import io.berth.live.journal.file.JournalOptions;
import io.berth.live.run.LiveWorld;
import io.berth.spec.input.InputException;
import io.berth.spec.strategy.StrategyReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** What becomes of a running system whose strategy has parts of a plugin. */
@Isolated("a process has one catalog")
class PluginsOfASystemTest {
    private static final StrategySpec STRATEGY = StrategySpec.of("mine", "widest", "best-fit", "greedy");

    @TempDir
    Path temp;

    private final List<String> notes = new CopyOnWriteArrayList<>();
    private BerthHome home;

    @BeforeEach
    void makeHome() throws IOException {
        home = new BerthHome(Files.createDirectory(temp.resolve("home")));
        Files.createDirectory(home.plugins());
    }

    @AfterEach
    void forget() {
        FullCatalog.plugins(null, new BerthHome(temp.resolve("none")));
    }

    @Test
    void itGoesOnWithTheSameJarAndSaysWhenItIsAnother() {
        brings("1.0", "0");
        try (LiveSystem system = start(null)) {
            assertThat(strategy(system).plugins())
                    .extracting(PluginOrigin::named)
                    .containsExactly("wide 1.0");
        }
        try (LiveSystem _ = start(null)) {
            assertThat(notes).containsExactly("goes on");
        }
        notes.clear();
        brings("1.1", "1");
        try (LiveSystem system = start(null)) {
            assertThat(notes)
                    .hasSize(2)
                    .last()
                    .asString()
                    .startsWith("the strategy \"mine\" goes on with wide 1.1 (wide.jar");
            assertThat(strategy(system).plugins())
                    .extracting(PluginOrigin::named)
                    .containsExactly("wide 1.1");
        }
    }

    @Test
    void itDoesNotGoOnWithoutTheJarUnlessAnotherStrategyIsWanted() throws IOException {
        brings("1.0", "0");
        start(null).close();
        Files.delete(home.plugins().resolve("wide.jar"));
        FullCatalog.plugins(null, home);

        assertThatThrownBy(() -> start(null))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("the plugin wide 1.0 (wide.jar, SHA-256 ")
                .hasMessageContaining("Put the jar back");
        StrategySpec other = StrategySpec.of("other", "fcfs", "best-fit", "greedy");
        try (LiveSystem system = start(other)) {
            assertThat(strategy(system)).isEqualTo(other);
        }
    }

    @Test
    void itGoesOnWithoutAPolicyThatFailsAndSaysWhich() {
        brings("1.0", "1 / (job.id() - 1)");
        try (LiveSystem system = start(null)) {
            system.run()
                    .operator()
                    .submit(new Submission(
                            JobSpec.batch("first", Demand.cpu(1_000, 1 << 20), 1_000_000_000L),
                            "test",
                            Submission.NEXT))
                    .join();

            assertThat(strategy(system).name()).isEqualTo("mine without wide");
            assertThat(notes)
                    .hasSize(1)
                    .first()
                    .asString()
                    .startsWith("the policy (widest) of the plugin wide 1.0 (wide.jar, SHA-256 ")
                    .contains("threw java.lang.ArithmeticException");
        }
    }

    private void brings(String version, String key) {
        Jars.write(home.plugins().resolve("wide.jar"), Jars.plugin("wide", version, Jars.order("widest", key)));
        FullCatalog.plugins(null, home);
    }

    private static StrategySpec strategy(LiveSystem system) {
        return system.run().operator().ask(State::strategy).join();
    }

    private LiveSystem start(@Nullable StrategySpec wanted) {
        LiveWorld still = new LiveWorld() {
            @Override
            public void carryOut(Decision.Effect effect, State state) {}

            @Override
            public void resume(State state) {}
        };
        return LiveSystem.start(
                new SystemOptions(
                        OneNode.under(STRATEGY, (_, _) -> still),
                        new Storage(home.journal(), JournalOptions.LIVE, null, _ -> "goes on", "torn"),
                        new StrategyChoice(wanted, null, StrategyReader.ofText(FullCatalog.names())),
                        null,
                        null,
                        List.of()),
                notes::add);
    }
}
