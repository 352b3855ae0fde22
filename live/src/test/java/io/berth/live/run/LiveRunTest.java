package io.berth.live.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.catalog.Catalog;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.decision.Decision;
import io.berth.core.engine.Recovery;
import io.berth.core.event.Event;
import io.berth.core.state.State;
import io.berth.core.state.part.JobState;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.live.clock.TimeOptions;
import io.berth.live.driver.Acceptance;
import io.berth.live.driver.HandClock;
import io.berth.live.driver.Submission;
import io.berth.live.journal.JournalReader;
import io.berth.live.journal.RecoveredJournal;
import io.berth.live.journal.file.JournalException;
import io.berth.live.journal.file.JournalFiles;
import io.berth.live.journal.file.JournalOptions;
import io.berth.live.journal.file.Snapshot;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class LiveRunTest {
    private static final List<Event> BEGINNING = List.of(
            new Event.NodeJoined(0, NodeSpec.of("a", 8_000, 1L << 34, 2, "H100")),
            new Event.StrategyChanged(StrategySpec.of("mine", "fcfs", "fgd", "greedy")));

    @TempDir
    Path folder;

    private final HandClock clock = new HandClock();

    @Test
    void aNewRunBeginsWithItsNodesAndIsDurable() throws Exception {
        try (LiveRun run = start()) {
            assertThat(run.recovered()).isNull();
            assertThat(run.operator().ask(State::instants).get()).isEqualTo(1);
            assertThat(JournalReader.open(folder).next().events()).hasSize(2);
        }
    }

    @Test
    void aRunGoesOnAfterARestartAndTakesNoSubmissionTwice() throws Exception {
        try (LiveRun run = start()) {
            run.operator().submit(job(1, Nanos.HOUR)).get();
            run.operator().submit(job(2, Nanos.HOUR)).get();
            run.operator().submit(job(3, Nanos.HOUR)).get();
            await(run, state -> state.job(2).state() == JobState.RUNNING);
        }
        clock.pass(Nanos.MINUTE);
        try (LiveRun run = start()) {
            assertThat(run.recovered()).isNotNull();
            assertThat(run.operator().submit(job(3, Nanos.HOUR)).get()).isEqualTo(new Acceptance(3, 3, true));
            assertThat(run.operator().submit(job(4, Nanos.HOUR)).get()).isEqualTo(new Acceptance(4, 4, false));
            assertThat(run.operator().ask(State::liveJobs).get()).isEqualTo(4);
            clock.pass(Nanos.HOUR);
            await(run, state -> state.job(1) == null && state.job(4).state() == JobState.RUNNING);
            clock.pass(Nanos.HOUR);
            await(run, state -> state.liveJobs() == 0);
        }
        noDecisionDiffers();
    }

    @Test
    void theNumberOfAJobIsKnownAgainAlsoWhereASnapshotCameAfterItsSubmission() throws Exception {
        LiveOptions options = LiveOptions.of(7, BEGINNING)
                .withClock(clock)
                .withJournal(folder, JournalOptions.LIVE.withSnapshotFrames(1));
        try (LiveRun run = LiveRun.start(options, (driver, _) -> new TimerWorld(driver))) {
            run.operator().submit(job(1, Nanos.HOUR)).get();
            // Written in the background, and left out while the one before is still being written.
            for (int i = 2; newestSnapshot() <= 1; i++) {
                run.operator().submit(job(i, Nanos.HOUR)).get();
            }
        }
        try (LiveRun run = LiveRun.start(options, (driver, _) -> new TimerWorld(driver))) {
            assertThat(run.recovered().snapshotFrames()).isGreaterThan(1);
            assertThat(run.operator().submit(job(1, Nanos.HOUR)).get()).isEqualTo(new Acceptance(1, 1, true));
        }
    }

    /** The frames that the newest snapshot holds; 0 where there is none. */
    private long newestSnapshot() {
        List<Snapshot> snapshots = JournalFiles.list(folder).snapshots();
        return snapshots.isEmpty() ? 0 : snapshots.getFirst().frames();
    }

    @Test
    void theWorldIsHandedWhatWasUnderWay() throws Exception {
        try (LiveRun run = start()) {
            run.operator().submit(job(1, Nanos.HOUR)).get();
            await(run, state -> state.job(1).state() == JobState.RUNNING);
        }
        List<JobState> found = new ArrayList<>();
        LiveWorld looking = new LiveWorld() {
            @Override
            public void resume(State state) {
                found.add(state.job(1).state());
            }

            @Override
            public void carryOut(Decision.Effect effect, State state) {}
        };
        LiveRun.start(options(), (_, _) -> looking).close();

        assertThat(found).containsExactly(JobState.RUNNING);
    }

    @Test
    void patienceThatEndsWhileNobodyIsThereEndsAfterTheRestart() throws Exception {
        try (LiveRun run = start()) {
            for (int i = 1; i <= 2; i++) {
                run.operator().submit(job(i, Nanos.HOUR)).get();
            }
            JobSpec hasty = job(3, Nanos.HOUR).spec().withPatience(Nanos.MINUTE);
            run.operator().submit(new Submission(hasty, "x", 3)).get();
        }
        clock.pass(2 * Nanos.MINUTE);
        try (LiveRun run = start()) {
            await(run, state -> state.job(3) == null && state.liveJobs() == 2);
        }
    }

    @Test
    void twoRunsOfOneJournalAreOneTooMany() {
        try (LiveRun _ = start()) {
            assertThatThrownBy(this::start)
                    .isInstanceOf(JournalException.class)
                    .hasMessageContaining("another process");
        }
        start().close();
    }

    @Test
    void aRunThatCannotBeginGivesTheJournalBack() {
        assertThatThrownBy(() -> LiveRun.start(options(), (_, _) -> {
                    throw new IllegalStateException("no world");
                }))
                .hasMessageContaining("no world");
        start().close();
    }

    @Test
    void aBugOfTheWorldStopsTheRunAndIsSeen() {
        LiveWorld broken = new LiveWorld() {
            @Override
            public void resume(State state) {}

            @Override
            public void carryOut(Decision.Effect effect, State state) {
                throw new IllegalStateException("broken world");
            }
        };
        try (LiveRun run = LiveRun.start(options(), (_, _) -> broken)) {
            assertThatThrownBy(() -> run.operator().submit(job(1, 1)).get()).hasMessageContaining("broken world");
            assertThatThrownBy(() -> run.done().get()).hasMessageContaining("broken world");
        }
        // The frame was durable before the world was asked; a world that works takes the order up.
        try (LiveRun run = start()) {
            clock.pass(Nanos.HOUR);
            await(run, state -> state.liveJobs() == 0);
        }
    }

    @Test
    void aRunWithoutAJournalKeepsNothing() throws Exception {
        LiveOptions options = LiveOptions.of(7, BEGINNING).withTime(TimeOptions.scaled(3600));
        try (LiveRun run = LiveRun.start(options, (driver, _) -> new TimerWorld(driver))) {
            run.operator().submit(job(1, Nanos.MINUTE)).get();
            await(run, state -> state.liveJobs() == 0);
        }
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void theStateAfterManyRestartsIsTheReplayOfAllFrames() throws Exception {
        for (int restart = 0; restart < 8; restart++) {
            try (LiveRun run = start()) {
                for (int i = 1; i <= 25; i++) {
                    run.operator().submit(job(restart * 25L + i, Nanos.MINUTE)).get();
                    clock.pass(10 * Nanos.SECOND);
                }
            }
        }
        RecoveredJournal recovered = RecoveredJournal.open(folder, JournalOptions.LIVE);
        recovered.journal().close();
        assertThat(recovered.snapshotFrames()).isGreaterThan(100);
        assertThat(bytes(recovered.state())).isEqualTo(bytes(replay(Recovery.recover(new State(7)))));
        noDecisionDiffers();
    }

    private LiveRun start() {
        return LiveRun.start(options(), (driver, _) -> new TimerWorld(driver));
    }

    private LiveOptions options() {
        JournalOptions journal = JournalOptions.LIVE.withSegmentBytes(2_000).withSnapshotFrames(20);
        return LiveOptions.of(7, BEGINNING).withClock(clock).withJournal(folder, journal);
    }

    private void noDecisionDiffers() {
        Recovery recovery = Recovery.redecide(new State(7), Catalog.standard());
        replay(recovery);
        assertThat(recovery.decisionsCompared()).isPositive();
        assertThat(recovery.decisionsDifferent()).isZero();
    }

    private State replay(Recovery recovery) {
        JournalReader.open(folder).forEachRemaining(recovery::apply);
        return recovery.state();
    }

    private static byte[] bytes(State state) {
        return state.image().bytes();
    }

    private static void await(LiveRun run, Predicate<State> condition) {
        while (!run.operator().ask(condition::test).join()) {
            Thread.onSpinWait();
        }
    }

    private static Submission job(long sequence, long workNanos) {
        Demand demand = Demand.cpu(1_000, 1L << 30).withGpus(1);
        return new Submission(JobSpec.batch("job", demand, workNanos), "x", sequence);
    }
}
