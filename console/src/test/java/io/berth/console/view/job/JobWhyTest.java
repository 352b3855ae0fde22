package io.berth.console.view.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.console.Cluster;
import io.berth.core.event.Event;
import io.berth.core.state.part.JobState;
import io.berth.core.time.Nanos;
import io.berth.core.workload.JobSpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is told of a job is what happened to it. */
class JobWhyTest {
    private final Cluster cluster = Cluster.of(1, null);

    @BeforeEach
    void begin() {
        cluster.beginView();
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    @Test
    void whatNeverRanHasNoExitCode() {
        long rejected = cluster.submit(Cluster.endless("large", "q", 900));
        running(Cluster.endless("all", "q", 8));
        long cancelled = cluster.submit(Cluster.endless("waits", "q", 8));
        cluster.run().operator().cancel(cancelled).join();
        cluster.await(state -> state.job(rejected) == null && state.job(cancelled) == null);

        assertThat(entry(rejected).row().exitCode()).isNull();
        assertThat(entry(cancelled).row().exitCode()).isNull();
        assertThat(JobWhy.settled(entry(cancelled))).isEqualTo("it was cancelled before it ran");
        assertThat(entry(cancelled).row().reason()).isNull();
        assertThat(entry(rejected).row().reason()).contains("no node");
    }

    @Test
    void aStartThatFailedIsTheReasonOfTheJob() {
        long gang = running(Cluster.endless("gang", "q", 1).withTasks(2));
        cluster.happens(new Event.TaskStartFailed(gang, 0, decision(gang), "no folder", false));
        cluster.await(state -> state.job(gang) == null);

        assertThat(entry(gang).phase()).isEqualTo(JobPhase.FAILED);
        assertThat(entry(gang).row().reason()).isEqualTo("task 0 could not be started: no folder");
    }

    @Test
    void aFailureTellsTheExitCodeAndTheSignal() {
        long failed = ended(Cluster.endless("a", "q", 1), 3, false);
        long killed = ended(Cluster.endless("b", "q", 1), 139, false);
        long large = ended(Cluster.endless("c", "q", 1), 137, true);

        assertThat(entry(failed).row().exitCode()).isEqualTo(3);
        assertThat(entry(failed).row().reason()).isEqualTo("ended with exit code 3");
        assertThat(entry(killed).row().reason()).isEqualTo("ended with exit code 139 (SIGSEGV)");
        assertThat(entry(large).row().reason()).isEqualTo("a task used more memory than the 1Gi it asked for");
    }

    @Test
    void aTimeLimitIsNamed() {
        JobSpec spec = Cluster.endless("late", "q", 1);
        long late = cluster.submit(spec.withTerms(spec.terms().withTimeLimit(Nanos.MILLISECOND)));
        cluster.await(state -> state.job(late) == null);

        assertThat(JobWhy.settled(entry(late))).isEqualTo("it ran for as long as its time limit of 1ms");
    }

    private long ended(JobSpec spec, int exitCode, boolean outOfMemory) {
        long job = running(spec);
        cluster.happens(new Event.TaskEnded(job, 0, decision(job), exitCode, outOfMemory));
        cluster.await(state -> state.job(job) == null);
        return job;
    }

    private long decision(long job) {
        return cluster.run().operator().ask(state -> state.job(job).decision()).join();
    }

    private long running(JobSpec spec) {
        long job = cluster.submit(spec);
        cluster.await(state -> state.job(job) != null && state.job(job).state() == JobState.RUNNING);
        return job;
    }

    private JobEntry entry(long job) {
        JobEntry entry = cluster.view().job(job);
        assertThat(entry).isNotNull();
        return entry;
    }
}
