package io.berth.live.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.catalog.Catalog;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.engine.Engine;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.core.state.part.JobState;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.BootTime;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobKind;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.TaskGroup;
import io.berth.core.workload.Timing;
import io.berth.core.workload.term.After;
import io.berth.core.workload.term.JobArray;
import io.berth.core.workload.term.Terms;
import io.berth.core.workload.term.When;
import io.berth.live.clock.TimeBefore;
import io.berth.live.clock.TimeOptions;
import io.berth.live.run.TimerWorld;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The driver turned by hand: no thread, no sleep. */
@Timeout(30)
class LiveDriverTest {
    private static final long MINUTE = Nanos.MINUTE;

    private final HandClock clock = new HandClock();
    private final List<Frame> frames = new ArrayList<>();
    private final LiveDriver driver = new LiveDriver(TimeOptions.REAL, clock, TimeBefore.NONE);
    private final State state = new State(7);
    private boolean diskFull;

    @BeforeEach
    void twoNodes() {
        Engine engine = new Engine(
                state,
                Catalog.standard(),
                new Engine.Parts(this::append, driver, new TimerWorld(driver), new Observer() {}));
        driver.prepare(engine, List.of());
        driver.post(
                new Event.NodeJoined(0, NodeSpec.of("a", 8_000, 1L << 34, 4, "H100")),
                new Event.NodeJoined(1, NodeSpec.of("b", 8_000, 1L << 34, 4, "H100")));
        driver.turn();
    }

    @Test
    void allThatIsLaidInIsOneInstant() {
        driver.submit(job("x", 1));
        driver.submit(job("y", 1));
        driver.post(new Event.NodeDrained(1, true));
        driver.turn();

        assertThat(frames).hasSize(2);
        assertThat(frames.getLast().events()).hasSize(3).last().isEqualTo(new Event.NodeDrained(1, true));
    }

    @Test
    void aGpuModelThatNoNodeHasIsRefusedSoThatNoFloodOfNamesStopsTheEngine() {
        for (int name = 0; name < 100; name++) {
            Demand demand = Demand.cpu(1_000, 0).withGpus(1).onModels(List.of("X" + name));
            CompletableFuture<Acceptance> refused =
                    driver.submit(new Submission(JobSpec.batch("odd", demand, MINUTE), "x", Submission.NEXT));
            driver.turn();
            assertThat(refused)
                    .failsWithin(10, TimeUnit.SECONDS)
                    .withThrowableThat()
                    .withMessageContaining("unknown GPU model \"X" + name + "\"");
        }
        Demand known = Demand.cpu(1_000, 0).withGpus(1).onModels(List.of("H100"));
        CompletableFuture<Acceptance> taken =
                driver.submit(new Submission(JobSpec.batch("even", known, MINUTE), "x", Submission.NEXT));
        driver.turn();

        assertThat(taken).succeedsWithin(10, TimeUnit.SECONDS);
    }

    @Test
    void nothingThatIsDueIsNoInstant() {
        driver.turn();
        driver.turn();

        assertThat(frames).hasSize(1);
    }

    @Test
    void timersFireWhenTheirTimeHasComeInTheOrderOfDeadlines() throws Exception {
        driver.submit(job("x", 1)).isDone();
        driver.turn();
        driver.turn();
        assertThat(state.job(1).state()).isEqualTo(JobState.RUNNING);

        clock.pass(MINUTE - 1);
        assertThat(driver.turn()).isEqualTo(1);
        assertThat(state.liveJobs()).isEqualTo(1);
        clock.pass(1);
        driver.turn();
        assertThat(state.liveJobs()).isZero();
    }

    @Test
    void aSubmissionIsAcknowledgedOnlyWhenItIsInTheJournalAndTheState() throws Exception {
        CompletableFuture<Acceptance> answer = driver.submit(job("x", 1));
        assertThat(answer).isNotDone();
        driver.turn();

        assertThat(answer.get()).isEqualTo(new Acceptance(1, 1, false));
        assertThat(frames.getLast().events())
                .containsExactly(new Event.JobSubmitted(1, job("x", 1).spec(), "x", 1));
        assertThat(state.job(1)).isNotNull();
    }

    @Test
    void aRepeatedSubmissionIsAcknowledgedAndMakesNoSecondJob() throws Exception {
        driver.submit(job("x", 1));
        CompletableFuture<Acceptance> sameInstant = driver.submit(job("x", 1));
        driver.turn();
        CompletableFuture<Acceptance> later = driver.submit(job("x", 1));
        driver.turn();

        assertThat(sameInstant.get()).isEqualTo(new Acceptance(1, 1, true));
        assertThat(later.get()).isEqualTo(new Acceptance(1, 1, true));
        assertThat(state.nextJob()).isEqualTo(2);
        assertThat(submitted()).isEqualTo(1);
    }

    @Test
    void submissionsWithoutASequenceGetTheNextOfTheirOrigin() throws Exception {
        driver.submit(job("x", 1));
        CompletableFuture<Acceptance> second = driver.submit(job("x", Submission.NEXT));
        CompletableFuture<Acceptance> third = driver.submit(job("x", Submission.NEXT));
        CompletableFuture<Acceptance> other = driver.submit(job("y", Submission.NEXT));
        driver.turn();

        assertThat(second.get()).isEqualTo(new Acceptance(2, 2, false));
        assertThat(third.get()).isEqualTo(new Acceptance(3, 3, false));
        assertThat(other.get()).isEqualTo(new Acceptance(4, 1, false));
    }

    @Test
    void anArrayIsManyJobsOfOneSubmission() throws Exception {
        Terms terms = Terms.NONE.withArray(JobArray.of(3, 2));
        CompletableFuture<Acceptance> array = driver.submit(new Submission(train(terms), "x", 1));
        CompletableFuture<Acceptance> again = driver.submit(new Submission(train(terms), "x", 1));
        CompletableFuture<Acceptance> next = driver.submit(new Submission(train(Terms.NONE), "x", 2));
        driver.turn();

        assertThat(array.get()).isEqualTo(new Acceptance(1, 1, false));
        assertThat(again.get()).isEqualTo(new Acceptance(1, 1, true));
        assertThat(next.get()).isEqualTo(new Acceptance(4, 2, false));
        assertThat(state.liveJobs()).isEqualTo(4);
        assertThat(state.jobs()).extracting(job -> job.spec().name()).startsWith("train[0]", "train[1]", "train[2]");
    }

    @Test
    void aJobThatCouldNeverStartIsRefusedWhileSomebodyListens() throws Exception {
        CompletableFuture<Acceptance> first = driver.submit(new Submission(train(Terms.NONE), "x", Submission.NEXT));
        CompletableFuture<Acceptance> second = driver.submit(after(1, When.OK));
        CompletableFuture<Acceptance> itself = driver.submit(after(3, When.OK));
        driver.turn();
        assertThat(first.get().job()).isEqualTo(1);
        assertThat(second.get().job()).isEqualTo(2);
        assertThatThrownBy(itself::get).hasMessageContaining("there is no job 3 to wait for");

        driver.post(new Event.JobCancelled(2));
        driver.turn();
        CompletableFuture<Acceptance> well = driver.submit(after(2, When.OK));
        CompletableFuture<Acceptance> ill = driver.submit(after(2, When.FAILED));
        driver.turn();
        assertThatThrownBy(well::get)
                .hasCauseInstanceOf(RefusedException.class)
                .hasMessageContaining("job 2 did not finish well, so what comes after it \"ok\" could never start");
        assertThat(ill.get().job()).isEqualTo(3);
    }

    private static Submission after(long job, When when) {
        return new Submission(train(Terms.NONE.withAfter(List.of(new After(job, when)))), "x", Submission.NEXT);
    }

    private static JobSpec train(Terms terms) {
        return JobSpec.batch("train", Demand.cpu(1000, 0), MINUTE).withTerms(terms);
    }

    @Test
    void aSubmissionThatOvertookAnotherIsRefusedForElseTheOtherWouldBeLost() {
        CompletableFuture<Acceptance> early = driver.submit(job("x", 2));
        driver.turn();

        assertThatThrownBy(early::get)
                .hasCauseInstanceOf(RefusedException.class)
                .hasMessageContaining("send that first");
        assertThat(state.nextJob()).isEqualTo(1);
    }

    @Test
    void jobsOfAFeedGetNumbersOfThisState() throws Exception {
        JobSpec spec = job("feed", 1).spec();
        driver.submit(job("x", 1));
        driver.at(0, new Event.JobSubmitted(1, spec, "feed", 5));
        driver.at(0, new Event.JobSubmitted(2, spec, "feed", 5));
        driver.post(new Event.JobSubmitted(1, spec, "feed", Submission.NEXT));
        driver.turn();

        assertThat(state.nextJob()).isEqualTo(4);
        assertThat(state.lastSequence("feed")).isEqualTo(6);
    }

    @Test
    void aRequestThatTheStateDoesNotAllowBecomesNoEvent() {
        Operator operator = new Operator(driver, Catalog.standard());
        List<CompletableFuture<Void>> answers = List.of(
                operator.cancel(99),
                operator.drain("nowhere", true),
                operator.strategy(StrategySpec.of("mine", "fcfs", "nearest-fit", "none")));
        driver.turn();

        assertThat(frames).hasSize(1);
        assertThat(answers)
                .allSatisfy(answer -> assertThatThrownBy(answer::get).hasCauseInstanceOf(RefusedException.class));
    }

    @Test
    void anOperatorsRequestsAreEvents() throws Exception {
        Operator operator = new Operator(driver, Catalog.standard());
        StrategySpec strategy = StrategySpec.of("mine", "sjf", "fgd", "greedy");
        CompletableFuture<Void> changed = operator.strategy(strategy);
        CompletableFuture<Void> drained = operator.drain("b", true);
        driver.turn();
        CompletableFuture<StrategySpec> asked = operator.ask(State::strategy);
        driver.turn();

        assertThat(changed.get()).isNull();
        assertThat(drained.get()).isNull();
        assertThat(asked.get()).isEqualTo(strategy);
        assertThat(state.nodes().usable(1)).isFalse();
    }

    @Test
    void aQuestionThatFailsHarmsNobodyElse() throws Exception {
        CompletableFuture<Object> bad = driver.ask(_ -> {
            throw new IllegalStateException("bad question");
        });
        CompletableFuture<Long> good = driver.ask(State::instants);
        driver.turn();

        assertThatThrownBy(bad::get).hasMessageContaining("bad question");
        assertThat(good.get()).isEqualTo(1);
    }

    @Test
    void aJumpOfTheClockIsAnEvent() {
        clock.set(Nanos.HOUR);
        driver.turn();

        assertThat(frames.getLast().events()).containsExactly(new Event.ClockSet(Nanos.HOUR, BootTime.NONE));
        assertThat(frames.getLast().atNanos()).isEqualTo(clock.wallNanos() - Nanos.HOUR);
        assertThat(state.wall().wallNanos(frames.getLast().atNanos())).isEqualTo(clock.wallNanos());
    }

    @ParameterizedTest
    @ValueSource(longs = {Nanos.HOUR, Nanos.DAY, 3_650 * Nanos.DAY, -Nanos.HOUR, -3_650 * Nanos.DAY})
    void aStepOfTheClockEndsNoJobBeforeItsLimitAndKeepsNoneBeyondIt(long step) {
        Terms limited = Terms.NONE.withTimeLimit(10 * MINUTE);
        JobSpec job = JobSpec.batch("x", Demand.cpu(1_000, 0), MINUTE * 60).withTerms(limited);
        driver.submit(new Submission(job, "x", Submission.NEXT));
        driver.turn();
        driver.turn();
        clock.pass(Nanos.SECOND);
        clock.set(step);
        driver.turn();
        passBySeconds(9 * MINUTE + 58 * Nanos.SECOND);
        assertThat(state.job(1).state()).isEqualTo(JobState.RUNNING);

        passBySeconds(2 * Nanos.SECOND);
        assertThat(state.job(1)).isNull();
    }

    @ParameterizedTest
    @ValueSource(longs = {Nanos.HOUR, 3_650 * Nanos.DAY, -Nanos.HOUR, -3_650 * Nanos.DAY})
    void aStepOfTheClockLeavesPatienceAsItIs(long step) {
        JobSpec impatient = new JobSpec(
                "x",
                "q",
                JobKind.BATCH,
                0,
                TaskGroup.of(1, Demand.cpu(1_000, 0)),
                new Timing(MINUTE, MINUTE, 10 * MINUTE));
        driver.post(new Event.NodeDrained(0, true), new Event.NodeDrained(1, true));
        driver.submit(new Submission(impatient, "x", Submission.NEXT));
        driver.turn();
        clock.set(step);
        passBySeconds(10 * MINUTE - Nanos.SECOND);
        assertThat(state.waitingJobs()).isEqualTo(1);

        passBySeconds(Nanos.SECOND);
        assertThat(state.waitingJobs()).isZero();
    }

    @Test
    void whatHappenedWhileTheProcessStoodStillComesBeforeTheEndOfALimit() throws Exception {
        Terms limited = Terms.NONE.withTimeLimit(MINUTE);
        JobSpec job = JobSpec.batch("x", Demand.cpu(1_000, 0), MINUTE * 60).withTerms(limited);
        driver.submit(new Submission(job, "x", Submission.NEXT));
        driver.turn();
        driver.turn();
        clock.pass(2 * MINUTE);
        driver.turn();
        assertThat(state.job(1).state()).isEqualTo(JobState.RUNNING);

        clock.pass(Nanos.SECOND / 2);
        driver.turn();
        driver.turn();
        assertThat(state.liveJobs()).isZero();
    }

    private void passBySeconds(long nanos) {
        for (long passed = 0; passed < nanos; passed += Nanos.SECOND) {
            clock.pass(Nanos.SECOND);
            driver.turn();
        }
    }

    @Test
    void framesNeverGoBackInTime() {
        clock.set(-Nanos.HOUR);
        driver.turn();
        driver.submit(job("x", 1));
        driver.turn();

        assertThat(frames).extracting(Frame::atNanos).isSorted();
    }

    @Test
    void aFailedDiskStopsAllAndAcknowledgesNothing() throws Exception {
        driver.start(() -> {});
        driver.submit(job("x", 1)).get();
        diskFull = true;
        CompletableFuture<Acceptance> lost = driver.submit(job("x", 2));

        assertThatThrownBy(lost::get)
                .hasCauseInstanceOf(EngineStoppedException.class)
                .hasMessageContaining("disk full");
        assertThatThrownBy(() -> driver.done().get()).hasRootCauseMessage("disk full");
        assertThatThrownBy(driver.submit(job("x", 3))::get).hasCauseInstanceOf(EngineStoppedException.class);
        assertThatThrownBy(driver.stop()::get).hasCauseInstanceOf(EngineStoppedException.class);
        driver.close();
    }

    @Test
    void stoppingLivesThroughWhatWasSentBefore() throws Exception {
        List<CompletableFuture<Acceptance>> answers = new ArrayList<>();
        for (int i = 1; i <= 10_000; i++) {
            answers.add(driver.submit(job("x", i)));
        }
        driver.start(() -> {});
        driver.close();
        driver.done().get();

        assertThat(state.nextJob()).isEqualTo(10_001);
        for (CompletableFuture<Acceptance> answer : answers) {
            assertThat(answer.get().repeated()).isFalse();
        }
        assertThat(driver.stop().get()).isNull();
    }

    @Test
    void whoeverGoesOnWithAnAnswerForLongDoesNotHoldTheEngine() throws Exception {
        CompletableFuture<Void> never = new CompletableFuture<>();
        CompletableFuture<Void> blocked = driver.submit(job("x", 1)).thenRun(never::join);
        driver.start(() -> {});

        driver.submit(job("x", 2)).get();
        assertThatThrownBy(() -> blocked.get(1, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
        never.complete(null);
        driver.close();
    }

    @Test
    void manyThreadsMaySendAtOnce() throws Exception {
        driver.start(() -> {});
        List<Thread> senders = new ArrayList<>();
        for (int sender = 0; sender < 20; sender++) {
            String origin = "origin-" + sender;
            senders.add(Thread.startVirtualThread(() -> {
                for (int i = 1; i <= 200; i++) {
                    assertThat(driver.submit(job(origin, i)).join().sequence()).isEqualTo(i);
                }
            }));
        }
        for (Thread sender : senders) {
            sender.join();
        }
        driver.close();

        assertThat(state.nextJob()).isEqualTo(4_001);
        assertThat(state.lastSequence("origin-19")).isEqualTo(200);
    }

    private void append(Frame frame) {
        if (diskFull) {
            throw new UncheckedIOException(new IOException("disk full"));
        }
        frames.add(frame);
    }

    private long submitted() {
        return frames.stream()
                .flatMap(frame -> frame.events().stream())
                .filter(Event.JobSubmitted.class::isInstance)
                .count();
    }

    private static Submission job(String origin, long sequence) {
        Demand demand = Demand.cpu(1_000, 1L << 30).withGpus(1);
        return new Submission(JobSpec.batch("job", demand, MINUTE), origin, sequence);
    }
}
