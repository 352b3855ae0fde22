package io.berth.live.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.catalog.Catalog;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.decision.Placement;
import io.berth.core.engine.Engine;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.state.State.TaskOfJob;
import io.berth.core.state.part.JobState;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.term.Terms;
import io.berth.core.workload.term.WorldKeys;
import io.berth.live.clock.TimeBefore;
import io.berth.live.clock.TimeOptions;
import io.berth.live.run.TimerWorld;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a world makes of what it knows and of the state, and jobs that it found; the driver turned by hand. */
@Timeout(30)
class ProposalTest {
    private static final List<Placement> HERE = List.of(Placement.on(0, 0));

    private final List<Frame> frames = new ArrayList<>();
    private final LiveDriver driver = new LiveDriver(TimeOptions.REAL, new HandClock(), TimeBefore.NONE);
    private final State state = new State(7);

    @BeforeEach
    void aNode() {
        Engine engine = new Engine(
                state,
                Catalog.standard(),
                new Engine.Parts(frames::add, driver, new TimerWorld(driver), driver.observer()));
        driver.prepare(engine, List.of());
        driver.post(new Event.NodeJoined(0, NodeSpec.of("a", 8_000, 1L << 34, 4, "H100")));
        driver.turn();
    }

    @Test
    void severalEventsEnterOneInstantBesideWhatComesOtherwise() {
        CompletableFuture<Void> both = driver.proposeAll(now -> List.of(
                new Event.NodeJoined(now.freeNode(), NodeSpec.of("b", 8_000, 1L << 34, 0, "")),
                new Event.NodeDrained(0, true)));
        driver.post(new Event.NodeJoined(2, NodeSpec.of("c", 8_000, 1L << 34, 0, "")));
        assertThat(both).isNotDone();
        driver.turn();

        assertThat(both).succeedsWithin(10, TimeUnit.SECONDS);
        assertThat(frames).hasSize(2);
        assertThat(frames.getLast().events()).hasSize(3);
        assertThat(state.nodeNames()).containsExactlyInAnyOrder("a", "b", "c");
    }

    @Test
    void noEventIsNoInstantAndIsAnswered() {
        CompletableFuture<Void> none = driver.proposeAll(_ -> List.of());
        driver.turn();

        assertThat(none).succeedsWithin(10, TimeUnit.SECONDS);
        assertThat(frames).hasSize(1);
    }

    @Test
    void aProposalThatThrowsChangesNothingAndHarmsNobodyElse() {
        List<CompletableFuture<Void>> bad = List.of(
                driver.proposeAll(_ -> {
                    throw new IllegalStateException("bad look");
                }),
                driver.propose(_ -> {
                    throw new IllegalStateException("bad look");
                }));
        CompletableFuture<Void> good = driver.proposeAll(_ -> List.of(new Event.NodeDrained(0, true)));
        driver.turn();

        assertThat(bad).allSatisfy(answer -> assertThatThrownBy(answer::get).hasRootCauseMessage("bad look"));
        assertThat(good).succeedsWithin(10, TimeUnit.SECONDS);
        assertThat(frames.getLast().events()).containsExactly(new Event.NodeDrained(0, true));
    }

    @Test
    void jobsThatAreFoundGetNumbersOfThisStateBesideThoseThatAreSubmitted() {
        CompletableFuture<Acceptance> before = driver.submit(submission());
        // Whatever numbers a world gives them.
        look(_ -> List.of(found("x"), submitted("y"), found("z")));
        CompletableFuture<Acceptance> behind = driver.submit(submission());
        driver.turn();

        assertThat(before.join().job()).isEqualTo(1);
        assertThat(behind.join().job()).isEqualTo(5);
        assertThat(frames).hasSize(2);
        assertThat(Stream.of("x", "y", "z").map(this::number)).containsExactly(2L, 3L, 4L);
        assertThat(state.job(4).state()).isEqualTo(JobState.RUNNING);
    }

    @Test
    void aJobOfAKeyThatIsKnownGetsNoNumberAndIsNotCounted() {
        look(_ -> List.of(found("x")));
        driver.turn();
        look(_ -> List.of(found("x"), submitted("x")));
        driver.turn();
        assertThat(frames).hasSize(2);

        look(_ -> List.of(found("y"), found("y"), submitted("y")));
        look(_ -> List.of(found("y")));
        driver.turn();
        assertThat(frames.getLast().events()).hasSize(1);
        assertThat(state.nextJob()).isEqualTo(3);
        assertThat(number("y")).isEqualTo(2);
        look(now -> List.of(ended(now, "x"), ended(now, "y")));
        driver.turn();
        assertThat(state.liveJobs()).isZero();

        // What was counted and never ended would be too many now.
        driver.bound(new Bounds(
                Bounds.NONE.documentBytes(),
                Bounds.NONE.job(),
                new Bounds.OfLive(2, 2, Long.MAX_VALUE, Long.MAX_VALUE)));
        look(_ -> List.of(found("x")));
        CompletableFuture<Acceptance> second = driver.submit(submission());
        CompletableFuture<Acceptance> third = driver.submit(submission());
        driver.turn();
        assertThat(number("x")).isEqualTo(3);
        assertThat(second.join().job()).isEqualTo(4);
        assertThatThrownBy(third::join).hasMessageContaining("2 jobs wait or run, and at most 2 may");
    }

    @Test
    void aJobThatWaitsAndIsFoundKeepsItsNumber() {
        driver.post(new Event.NodeDrained(0, true));
        look(_ -> List.of(submitted("x"), submitted("y")));
        driver.turn();
        look(_ -> List.of(found("x"), new Event.JobFound(2, spec("z"), HERE)));
        driver.turn();

        assertThat(number("x")).isEqualTo(1);
        assertThat(state.job(1).state()).isEqualTo(JobState.RUNNING);
        assertThat(state.job(2).waiting()).isTrue();
        assertThat(number("z")).as("of another key, so another job").isEqualTo(3);
        // One that runs already is the same told twice.
        look(_ -> List.of(found("x")));
        driver.turn();
        assertThat(state.nextJob()).isEqualTo(4);
    }

    @Test
    void aJobIsKnownByItsOwnKeyToo() {
        JobSpec spec = spec("x").withTerms(Terms.NONE.withKeys(WorldKeys.of("job-uid")));
        for (int time = 0; time < 2; time++) {
            look(_ -> List.of(new Event.JobFound(1, spec, HERE), new Event.JobFound(2, spec, HERE)));
            driver.turn();
        }
        assertThat(frames).hasSize(2);
        assertThat(state.jobs()).hasSize(1);
        assertThat(state.nextJob()).isEqualTo(2);
    }

    private void look(Function<State, List<Event>> proposal) {
        driver.proposeAll(proposal);
    }

    private long number(String key) {
        TaskOfJob task = state.taskByKey(key);
        assertThat(task).as(key).isNotNull();
        return task.job().id();
    }

    private static Event found(String key) {
        return new Event.JobFound(1, spec(key), HERE);
    }

    private static Event submitted(String key) {
        return new Event.JobSubmitted(1, spec(key), "world", Submission.NEXT);
    }

    private static Event ended(State now, String key) {
        Job job = now.taskByKey(key).job();
        return new Event.TaskEnded(job.id(), 0, job.decision(), 0);
    }

    private static JobSpec spec(String key) {
        return JobSpec.batch(key, Demand.cpu(1_000, 0), Nanos.MINUTE)
                .withTerms(Terms.NONE.withKeys(new WorldKeys("", List.of(key))));
    }

    private static Submission submission() {
        return new Submission(JobSpec.batch("submitted", Demand.cpu(1_000, 0), Nanos.MINUTE), "cli", Submission.NEXT);
    }
}
