package io.berth.live.driver;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.catalog.Catalog;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.engine.Engine;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.state.State;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Program;
import io.berth.core.workload.term.After;
import io.berth.core.workload.term.JobArray;
import io.berth.core.workload.term.Terms;
import io.berth.core.workload.term.When;
import io.berth.live.clock.TimeBefore;
import io.berth.live.clock.TimeOptions;
import io.berth.live.run.TimerWorld;
import io.berth.spec.job.JobGraph;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How much comes in, by a driver turned by hand. */
@Timeout(30)
class BoundsTest {
    private static final Bounds.OfJob JOB = new Bounds.OfJob(100, 50, 10);

    private final HandClock clock = new HandClock();
    private final List<Frame> frames = new ArrayList<>();
    private LiveDriver driver = new LiveDriver(TimeOptions.REAL, clock, TimeBefore.NONE);
    private State state = new State(7);

    @BeforeEach
    void oneNodeOfTwoCpus() {
        drive();
        driver.post(new Event.NodeJoined(0, NodeSpec.of("a", 2_000, 1L << 34, 0, "")));
        driver.turn();
    }

    private void drive() {
        Engine engine = new Engine(
                state,
                Catalog.standard(),
                new Engine.Parts(frames::add, driver, new TimerWorld(driver), driver.observer()));
        driver.prepare(engine, List.of());
        engine.resume();
    }

    @Test
    void noMoreJobsWaitAndRunThanMay() {
        driver.bound(live(3, 3));
        submit(job("a"), "");
        OverBoundsException batch = refused(two(job("b")), "");
        assertThat(batch).isNull();
        OverBoundsException full = refused(JobGraph.of(job("c")), "");

        assertThat(full.passing()).isTrue();
        assertThat(full).hasMessageContaining("3 jobs wait or run, and at most 3 may");
        driver.post(new Event.JobCancelled(3));
        driver.turn();
        driver.turn();
        assertThat(refused(JobGraph.of(job("c")), "")).isNull();
    }

    @Test
    void jobsOfOneInstantCountForOneAnother() {
        driver.bound(live(3, 3));
        List<CompletableFuture<Acceptance>> answers = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            answers.add(driver.submit(new Submission(job("a"), "x", Submission.NEXT)));
        }
        driver.turn();

        assertThat(answers.stream().filter(answer -> failure(answer) == null)).hasSize(3);
    }

    @Test
    void aTenantIsBoundedByItsQueueAndThoseBelowAndOthersByThemselves() {
        driver.bound(live(10, 2));
        submit(job("red/day"), "red");
        submit(job("red.night"), "red");
        submit(job("reddish"), "reddish");

        assertThat(refused(JobGraph.of(job("red")), "red")).hasMessageContaining("2 jobs of red wait or run");
        assertThat(refused(JobGraph.of(job("reddish")), "reddish")).isNull();
        assertThat(refused(JobGraph.of(job("red")), "")).isNull();
    }

    @Test
    void anArrayCountsAsItsJobsAndABatchAsAllOfThem() {
        driver.bound(live(30, 30));
        JobSpec array = job("a").withTerms(Terms.NONE.withArray(JobArray.of(16, 16)));

        OverBoundsException together = refused(two(array), "");
        assertThat(together.passing()).isFalse();
        assertThat(together.key()).isEqualTo("jobs");
        assertThat(refused(JobGraph.of(array), "")).isNull();
        assertThat(refused(JobGraph.of(array), "").passing()).isTrue();
    }

    @Test
    void theJobsOfARecoveredStateCountThoughTheyAreMoreThanMay() {
        for (int i = 0; i < 4; i++) {
            submit(job("a"), "");
        }
        driver = new LiveDriver(TimeOptions.REAL, clock, TimeBefore.of(state));
        drive();
        driver.bound(live(3, 3));

        assertThat(refused(JobGraph.of(job("a")), "")).hasMessageContaining("4 jobs wait or run");
        assertThat(state.liveJobs()).isEqualTo(4);
    }

    @Test
    void whatDocumentsTakeIsGivenBackWhenTheirJobsEnd() {
        long each = SpecBytes.own(large(job("a"))) + SpecBytes.shared(large(job("a")));
        driver.bound(new Bounds(1 << 20, JOB, new Bounds.OfLive(100, 100, 2 * each, 2 * each)));
        submit(large(job("a")), "");
        submit(large(job("a")), "");
        assertThat(refused(JobGraph.of(large(job("a"))), "").passing()).isTrue();

        clock.pass(Nanos.MINUTE);
        driver.turn();
        driver.turn();
        assertThat(state.liveJobs()).isZero();
        assertThat(refused(JobGraph.of(large(job("a"))), "")).isNull();
    }

    @Test
    void whatCouldNeverBeHeldIsRefusedAtOnce() {
        driver.bound(new Bounds(1 << 20, JOB, new Bounds.OfLive(1_000, 1_000, 300 << 10, 300 << 10)));
        JobSpec array = large(job("a")).withTerms(Terms.NONE.withArray(JobArray.of(50, 1)));

        OverBoundsException refused = refused(JobGraph.of(array), "");
        assertThat(refused.passing()).isFalse();
        assertThat(refused).hasMessageContaining("the documents of these 50 jobs take");
    }

    @Test
    void theJobsOfAnArrayHoldWhatTheyRunTogetherUntilTheLastEnds() {
        driver.bound(new Bounds(1 << 20, JOB, new Bounds.OfLive(1_000, 1_000, 520 << 10, 520 << 10)));
        JobSpec array = large(job("a")).withTerms(Terms.NONE.withArray(JobArray.of(20, 20)));
        JobSpec one = large(job("a"));
        submit(array, "");
        submit(one, "");
        assertThat(refused(JobGraph.of(one), "").passing()).isTrue();

        for (int job = 1; job < 20; job++) {
            driver.post(new Event.JobCancelled(job));
        }
        driver.turn();
        driver.turn();
        assertThat(state.liveJobs()).isEqualTo(2);
        assertThat(refused(JobGraph.of(one), "").passing()).isTrue();
        driver.post(new Event.JobCancelled(20));
        driver.turn();
        driver.turn();
        assertThat(refused(JobGraph.of(one), "")).isNull();
    }

    @Test
    void jobsThatWaitForEachOfAnArrayCountForEach() {
        driver.bound(new Bounds(1 << 20, JOB, new Bounds.OfLive(1_000, 1_000, 1 << 20, 1 << 20)));
        JobSpec array = job("a").withTerms(Terms.NONE.withArray(JobArray.of(50, 1)));
        JobGraph all = new JobGraph(List.of(
                new JobGraph.Member(array, List.of()),
                new JobGraph.Member(array.withName("b"), Collections.nCopies(10, new JobGraph.Link(0, When.ANY)))));

        assertThat(refused(all, "")).hasMessageContaining("the documents of these 100 jobs take");
        assertThat(state.liveJobs()).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1000000|1000|1|tasks|must be from 1 to 100 here, but is 1000000",
                "1|0|1|demand.cpu|at least 0.01 of a CPU or of a GPU here, but asks for 0 CPUs",
                "1|9|1|demand.cpu|at least 0.01",
                "1|1000|51|array|an array has at most 50 jobs here, not 51",
            })
    void aJobIsBoundedByItself(int tasks, long cpuMilli, int array, String key, String problem) {
        driver.bound(live(100, 100));
        JobSpec job = job("a").withTasks(tasks)
                .withDemand(Demand.cpu(cpuMilli, 0))
                .withTerms(Terms.NONE.withArray(JobArray.of(array, array)));

        OverBoundsException refused = refused(JobGraph.of(job), "");
        assertThat(refused.key()).isEqualTo(key);
        assertThat(refused).hasMessageContaining(problem);
        assertThat(frames).hasSize(1);
    }

    @Test
    void aTaskThatAsksForAGpuNeedsNoCpu() {
        driver.bound(live(100, 100));
        JobSpec job = job("a").withDemand(Demand.cpu(0, 0).withGpus(1));

        assertThat(driver.bounds().check(JobGraph.of(job), false).jobs()).isEqualTo(1);
    }

    private static Bounds live(long jobs, long ofTenant) {
        return new Bounds(1 << 20, JOB, new Bounds.OfLive(jobs, ofTenant, 1L << 40, 1L << 40));
    }

    private static JobGraph two(JobSpec job) {
        return new JobGraph(
                List.of(new JobGraph.Member(job, List.of()), new JobGraph.Member(job.withName("other"), List.of())));
    }

    private static JobSpec job(String queue) {
        return JobSpec.batch("job", Demand.cpu(100, 0), Nanos.SECOND).withQueue(queue);
    }

    private static JobSpec large(JobSpec job) {
        TreeMap<String, String> environment = new TreeMap<>();
        environment.put("LARGE", "x".repeat(100_000));
        return job.withProgram(Program.of("true").withEnvironment(environment))
                .withTerms(Terms.NONE.withAfter(List.<After>of()));
    }

    private void submit(JobSpec job, String tenant) {
        assertThat(refused(JobGraph.of(job), tenant)).isNull();
    }

    /** Why {@code jobs} do not come in; null where they do. */
    private OverBoundsException refused(JobGraph jobs, String tenant) {
        CompletableFuture<Acceptance> answer =
                driver.submit(new Batch(jobs, "x", Submission.NEXT, new Sender(tenant, "", _ -> true)));
        driver.turn();
        return failure(answer);
    }

    private static OverBoundsException failure(CompletableFuture<Acceptance> answer) {
        try {
            answer.join();
            return null;
        } catch (CompletionException e) {
            return (OverBoundsException) e.getCause();
        }
    }
}
