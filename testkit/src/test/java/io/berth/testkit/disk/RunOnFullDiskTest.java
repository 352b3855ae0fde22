package io.berth.testkit.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.console.submission.Handed;
import io.berth.console.submission.KeyedSubmissions;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.decision.Decision;
import io.berth.core.event.Event;
import io.berth.core.state.State;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.live.disk.DiskFault;
import io.berth.live.disk.DiskFullException;
import io.berth.live.driver.Acceptance;
import io.berth.live.driver.Sender;
import io.berth.live.driver.Submission;
import io.berth.live.journal.RecoveredJournal;
import io.berth.live.journal.file.JournalOptions;
import io.berth.live.run.LiveOptions;
import io.berth.live.run.LiveRun;
import io.berth.live.run.LiveWorld;
import io.berth.spec.job.JobGraph;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A running system whose disk is full: it waits, refuses, answers for what runs, and ends in order when it is told to. */
@Timeout(120)
class RunOnFullDiskTest {
    private static final List<Event> BEGINNING = List.of(
            new Event.NodeJoined(0, NodeSpec.of("a", 8_000, 1L << 34, 0, "")),
            new Event.StrategyChanged(StrategySpec.of("fcfs", "fcfs", "best-fit", "none")));

    @TempDir
    Path folder;

    /** Nothing of it really runs. */
    private static final class NoWorld implements LiveWorld {
        @Override
        public void resume(State state) {}

        @Override
        public void carryOut(Decision.Effect effect, State state) {}
    }

    private static LiveRun start(FaultyDisk disk) {
        LiveOptions options =
                LiveOptions.of(7, BEGINNING).withJournal(disk.root().resolve("journal"), JournalOptions.LIVE);
        return LiveRun.start(options, (_, _) -> new NoWorld());
    }

    private static Submission job(String name) {
        return new Submission(spec(name), "x", Submission.NEXT);
    }

    private static JobSpec spec(String name) {
        return JobSpec.batch(name, Demand.cpu(100, 0), Nanos.MINUTE);
    }

    @Test
    void aSubmissionWaitsUntilItIsWrittenAndWhoComesMeanwhileIsTurnedAway() throws Exception {
        FaultyDisk disk = new FaultyDisk(folder);
        try (LiveRun run = start(disk)) {
            run.operator().submit(job("before")).get();
            disk.failFrom(0, Long.MAX_VALUE);
            CompletableFuture<Acceptance> waiting = run.operator().submit(job("waiting"));
            while (run.driver().refusal() == null) {
                Thread.onSpinWait();
            }

            assertThatThrownBy(run.operator().submit(job("refused"))::get)
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(DiskFullException.class)
                    .hasMessageContaining("No space left on device");
            assertThatThrownBy(run.operator().ask(State::liveJobs)::get).hasCauseInstanceOf(DiskFullException.class);
            CompletableFuture<Void> ends = run.driver().post(new Event.NodeDrained(0, true));
            assertThat(waiting).isNotDone();
            assertThat(ends).isNotDone();
            disk.free();

            assertThat(waiting.get().job()).isEqualTo(2);
            ends.get();
            assertThat(run.operator().submit(job("after")).get().job()).isEqualTo(3);
            assertThat(run.driver().refusal()).isNull();
        }
        assertThat(RecoveredJournal.read(folder.resolve("journal")).liveJobs()).isEqualTo(3);
    }

    @Test
    void aStopEndsTheWaitAndAcknowledgesNothing() throws Exception {
        FaultyDisk disk = new FaultyDisk(folder);
        LiveRun run = start(disk);
        run.operator().submit(job("before")).get();
        disk.failFrom(0, Long.MAX_VALUE);
        CompletableFuture<Acceptance> waiting = run.operator().submit(job("waiting"));
        while (run.driver().refusal() == null) {
            Thread.onSpinWait();
        }
        run.close();

        assertThatThrownBy(waiting::get).hasMessageContaining("stopped");
        assertThat(run.done()).isCompleted();
        assertThat(run.driver().unanswered()).isEqualTo(1);
        disk.free();
        assertThat(RecoveredJournal.read(folder.resolve("journal")).liveJobs()).isEqualTo(1);
    }

    @Test
    void aBeginningWithoutRoomSaysSo() {
        FaultyDisk disk = new FaultyDisk(folder);
        for (long change = 0; change < 5; change++) {
            disk.failFrom(change, Long.MAX_VALUE);
            assertThatThrownBy(() -> start(disk)).matches(DiskFault::full);
        }
        disk.free();
        start(disk).close();

        assertThat(RecoveredJournal.read(folder.resolve("journal")).nodes().count())
                .isEqualTo(1);
    }

    @Test
    void aKeyThatWasAnsweredStandsForItsJobWhicheverChangeFailsAndHoweverManyFail() throws Exception {
        for (int failures : new int[] {1, 2, 9}) {
            long change = 0;
            for (boolean more = true; more; change++) {
                Path real = Files.createDirectories(folder.resolve(failures + "-" + change));
                FaultyDisk disk = new FaultyDisk(real);
                more = keysSurvive(disk, disk.root().resolve("keys"), change, failures);
            }
            assertThat(change).isGreaterThan(6);
        }
    }

    /** Submits under keys until all are taken, then asks again after a restart; true where something failed meanwhile. */
    private static boolean keysSurvive(FaultyDisk disk, Path keys, long change, int failures) {
        LiveOptions options = LiveOptions.of(7, BEGINNING);
        try (LiveRun run = LiveRun.start(options, (_, _) -> new NoWorld())) {
            try (KeyedSubmissions keyed = KeyedSubmissions.open(keys, run.operator())) {
                disk.failFrom(change, failures);
                for (int key = 1; key <= 4; key++) {
                    assertThat(submitted(keyed, key)).as("at %s", change).isEqualTo(key);
                }
            }
            boolean failed = disk.failed() > 0;
            disk.free();
            try (KeyedSubmissions again = KeyedSubmissions.open(keys, run.operator())) {
                for (int key = 1; key <= 4; key++) {
                    assertThat(submitted(again, key)).as("at %s", change).isEqualTo(key);
                }
                assertThat(submitted(again, 5)).isEqualTo(5);
            }
            return failed;
        }
    }

    private static long submitted(KeyedSubmissions keyed, int key) {
        for (int attempt = 0; attempt < 100; attempt++) {
            JobGraph jobs = JobGraph.of(spec("job-" + key));
            try {
                KeyedSubmissions.Outcome outcome =
                        keyed.submit("ada", "key-" + key, new Handed(jobs, jobs, Sender.ANYBODY));
                assertThat(outcome.accepted()).isNotNull();
                return outcome.accepted().join().job();
            } catch (CompletionException e) {
                assertThat(e.getCause()).isInstanceOf(DiskFullException.class);
            }
        }
        throw new AssertionError("the key is never taken");
    }
}
