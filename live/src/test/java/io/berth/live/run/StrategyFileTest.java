package io.berth.live.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.state.State;
import io.berth.core.strategy.StrategySpec;
import io.berth.spec.strategy.StrategyReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class StrategyFileTest {
    @TempDir
    Path folder;

    private final List<String> reports = new ArrayList<>();
    private LiveRun run;
    private Path file;
    private StrategyFile watched;
    private long written;

    @BeforeEach
    void aRunningSystem() {
        file = folder.resolve("strategy.yaml");
        run = LiveRun.start(LiveOptions.of(7, List.of()), (driver, _) -> new TimerWorld(driver));
        watched = new StrategyFile(file, StrategyReader.ofText(new ShippedPolicies()), run.operator(), reports::add);
    }

    @AfterEach
    void end() {
        watched.close();
        run.close();
    }

    @Test
    void whatTheFileSaysHoldsWhenItChanges() throws Exception {
        watched.look();
        write("fgd");
        watched.look();
        assertThat(strategy().place()).hasToString("fgd");

        write("{order: sjf, place: {fgd: {coverage: 90}}, backfill: greedy}");
        watched.look();
        assertThat(strategy().order().name()).isEqualTo("sjf");
        assertThat(strategy().place()).hasToString("fgd{coverage=90}");
        assertThat(reports).hasSize(2);

        write("{place: [{fgd: {weight: 0.7, coverage: 90}}, {least-tasks: 0.3}]}");
        watched.look();
        assertThat(strategy().place()).hasToString("fgd{coverage=90}:0.7,least-tasks:0.3");
    }

    @Test
    void aFileThatDoesNotChangeMakesNoEvent() throws Exception {
        write("fgd");
        watched.look();
        long instants = run.operator().ask(State::instants).get();
        watched.look();
        write("fgd ");
        watched.look();

        assertThat(run.operator().ask(State::instants).get()).isEqualTo(instants);
    }

    @Test
    void aBadFileIsReportedOnceAndNeverApplied() throws Exception {
        StrategySpec before = strategy();
        write("{place: fgdd}");
        watched.look();
        watched.look();

        assertThat(strategy()).isEqualTo(before);
        assertThat(reports)
                .singleElement()
                .asString()
                .contains("strategy.yaml", "did you mean \"fgd\"?", "stays as it is");
    }

    @Test
    void aFileThatGoesAwayChangesNothing() throws Exception {
        write("fgd");
        watched.look();
        Files.delete(file);
        watched.look();

        assertThat(strategy().place()).hasToString("fgd");
    }

    @Test
    void theWatcherLooksByItself() throws Exception {
        write("fgd");
        watched.watch();
        while (!strategy().place().toString().equals("fgd")) {
            Thread.onSpinWait();
        }
    }

    private StrategySpec strategy() throws Exception {
        return run.operator().ask(State::strategy).get();
    }

    /** Each time with another time stamp, as if seconds had passed. */
    private void write(String text) throws IOException {
        Files.writeString(file, text);
        Files.setLastModifiedTime(file, FileTime.fromMillis(1_000_000 + 1_000 * ++written));
    }
}
