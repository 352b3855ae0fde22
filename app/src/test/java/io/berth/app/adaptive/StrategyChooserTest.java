package io.berth.app.adaptive;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.app.catalog.FullCatalog;
import io.berth.app.system.ConsoleSetup;
import io.berth.app.system.EngineSetup;
import io.berth.app.system.LiveSystem;
import io.berth.app.system.Storage;
import io.berth.app.system.StrategyChoice;
import io.berth.app.system.SystemOptions;
import io.berth.console.ConsoleOptions;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.decision.Decision;
import io.berth.core.event.Event;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Timing;
import io.berth.edge.metric.MetricText;
import io.berth.live.clock.TimeOptions;
import io.berth.live.driver.Bounds;
import io.berth.live.driver.LiveDriver;
import io.berth.live.driver.Operator;
import io.berth.live.driver.Submission;
import io.berth.live.journal.file.JournalOptions;
import io.berth.live.run.LiveWorld;
import io.berth.spec.adaptive.AdaptiveSpec;
import io.berth.spec.strategy.StrategyReader;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A strategy that is chosen while jobs run in time that passes fast. */
class StrategyChooserTest {
    private static final StrategySpec FCFS = StrategySpec.of("fcfs", "fcfs", "best-fit", "none");
    private static final StrategySpec SHORT = StrategySpec.of("short", "sjf", "best-fit", "none");
    private static final StrategySpec OTHER = StrategySpec.of("other", "edf", "best-fit", "none");
    private static final double SCALE = 3600;
    private static final long LONG = 10 * Nanos.MINUTE;
    private static final int ENDED = 24;
    private static final int WAITING = 12;
    private static final int MOST_LOOKS = 10;

    @TempDir
    Path folder;

    private final List<String> notes = new CopyOnWriteArrayList<>();

    /** Jobs run for as long as their users expect. */
    private record World(LiveDriver driver) implements LiveWorld {
        @Override
        public void carryOut(Decision.Effect effect, State state) {
            if (effect instanceof Decision.Start start) {
                var job = Objects.requireNonNull(state.job(start.job()));
                driver.at(driver.nowNanos(), new Event.TaskStarted(start.job(), 0, job.decision()));
                driver.at(
                        driver.nowNanos() + job.spec().estimateNanos(),
                        new Event.TaskEnded(start.job(), 0, job.decision(), 0));
            }
        }

        @Override
        public void resume(State state) {}

        @Override
        public void close() {}
    }

    /** A console, which is what follows the jobs. */
    private static final class Pages implements ConsoleSetup {
        @Override
        public ConsoleOptions options(LiveSystem system) {
            return ConsoleOptions.local(0);
        }

        @Override
        public ConsoleOptions instead(UncheckedIOException cause) {
            return ConsoleOptions.local(0);
        }

        @Override
        public void close() {}
    }

    private LiveSystem system() {
        List<Event> beginning = List.of(
                new Event.NodeJoined(0, NodeSpec.of("n", 1_000, 1L << 34, 0, "")), new Event.StrategyChanged(OTHER));
        return LiveSystem.start(
                new SystemOptions(
                        new EngineSetup(
                                7,
                                TimeOptions.scaled(SCALE),
                                beginning,
                                Bounds.NONE,
                                (driver, _) -> new World(driver),
                                new Observer() {}),
                        new Storage(folder.resolve("journal"), JournalOptions.LIVE, null, _ -> "", "torn"),
                        new StrategyChoice(null, null, StrategyReader.ofText(FullCatalog.names())),
                        new Pages(),
                        null,
                        List.of()),
                notes::add);
    }

    private static void submit(Operator operator, int jobs) {
        for (int job = 0; job < jobs; job++) {
            long run = job % 3 == 0 ? LONG : LONG / 20;
            JobSpec spec = JobSpec.batch("job-" + job, Demand.cpu(1_000, 1L << 20), run)
                    .withTiming(Timing.known(run));
            operator.submit(new Submission(spec, "test", Submission.NEXT)).join();
        }
    }

    private static StrategySpec inForce(Operator operator) {
        return operator.ask(State::strategy).join();
    }

    private static AdaptiveSpec choice() {
        return new AdaptiveSpec(
                "adaptive",
                List.of(FCFS, SHORT),
                "mean-wait",
                Nanos.HOUR,
                Nanos.HOUR,
                8 * Nanos.HOUR,
                4,
                0.05,
                0,
                1,
                new LinkedHashMap<>());
    }

    @Test
    void shortJobsGoFirstOnceThatIsSeenToBeBetterAndWhatPeopleSetStays() {
        try (LiveSystem system = system()) {
            Operator operator = system.run().operator();
            StrategyChooser chooser = new StrategyChooser(choice(), system.view(), operator, notes::add);
            chooser.start(() -> true);
            assertThat(inForce(operator)).isEqualTo(FCFS);
            chooser.look();
            assertThat(inForce(operator)).as("nothing is known").isEqualTo(FCFS);

            submit(operator, ENDED);
            while (operator.ask(State::liveJobs).join() > 0) {
                Thread.onSpinWait();
            }
            for (int look = 0; look < MOST_LOOKS && inForce(operator).equals(FCFS); look++) {
                submit(operator, WAITING);
                chooser.look();
            }
            assertThat(inForce(operator)).isEqualTo(SHORT);
            assertThat(notes)
                    .singleElement()
                    .asString()
                    .startsWith("adaptive: short in place of fcfs: mean-wait falls by ")
                    .containsPattern(
                            "; of [1-9]\\d* starts of late it would have made \\d+ % alike, \\d+ % on other nodes");

            operator.strategy(OTHER).join();
            chooser.look();
            chooser.look();
            assertThat(inForce(operator)).isEqualTo(OTHER);
            assertThat(notes)
                    .hasSize(2)
                    .last()
                    .asString()
                    .contains("\"other\" was set by somebody and is none of fcfs, short");
            MetricText text = new MetricText(chooser.metrics());
            chooser.write(text);
            assertThat(text.text())
                    .contains(
                            "berth_adaptive_looks_total{verdict=\"unknown\"} 1",
                            "{verdict=\"switched\"} 1",
                            "{verdict=\"overruled\"} 2",
                            "berth_adaptive_regret_ratio{against=\"fixed\"} 0.",
                            "berth_adaptive_agreement_ratio{strategy=\"fcfs\"} 1",
                            "berth_adaptive_starts_apart_seconds{strategy=\"short\"} ")
                    .containsPattern("berth_adaptive_periods_total [1-9]");
            chooser.close();
        }
    }
}
