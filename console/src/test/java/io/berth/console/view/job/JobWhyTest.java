package io.berth.console.view.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.console.Cluster;
import io.berth.core.event.Event;
import io.berth.core.event.Event.TaskStartFailed.Again;
import io.berth.core.time.Nanos;
import io.berth.core.workload.JobSpec;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What is told of a job is what happened to it. */
class JobWhyTest {
    @AutoClose
    private final Cluster cluster = Cluster.viewed(1);

    @Test
    void whatNeverRanHasNoExitCode() {
        long rejected = cluster.submit(Cluster.endless("large", "q", 900));
        cluster.running(Cluster.endless("all", "q", 8));
        long cancelled = cluster.submit(Cluster.endless("waits", "q", 8));
        cluster.run().operator().cancel(cancelled).join();
        cluster.await(state -> state.job(rejected) == null && state.job(cancelled) == null);

        assertThat(cluster.entry(rejected).row().exitCode()).isNull();
        assertThat(cluster.entry(cancelled).row().exitCode()).isNull();
        assertThat(JobWhy.settled(cluster.entry(cancelled))).isEqualTo("it was cancelled before it ran");
        assertThat(cluster.entry(cancelled).row().reason()).isNull();
        assertThat(cluster.entry(rejected).row().reason()).contains("no node");
    }

    @Test
    void aStartThatFailedIsTheReasonOfTheJob() {
        long gang = cluster.running(Cluster.endless("gang", "q", 1).withTasks(2));
        cluster.happens(new Event.TaskStartFailed(gang, 0, cluster.decision(gang), "no folder", Again.NEVER));
        cluster.await(state -> state.job(gang) == null);

        assertThat(cluster.entry(gang).phase()).isEqualTo(JobPhase.FAILED);
        assertThat(cluster.entry(gang).row().reason()).isEqualTo("task 0 could not be started: no folder");
    }

    @Test
    void aFailureTellsTheExitCodeAndTheSignal() {
        long failed = ended(Cluster.endless("a", "q", 1), 3, false);
        long killed = ended(Cluster.endless("b", "q", 1), 139, false);
        long large = ended(Cluster.endless("c", "q", 1), 137, true);

        assertThat(cluster.entry(failed).row().exitCode()).isEqualTo(3);
        assertThat(cluster.entry(failed).row().reason()).isEqualTo("ended with exit code 3");
        assertThat(cluster.entry(killed).row().reason()).isEqualTo("ended with exit code 139 (SIGSEGV)");
        assertThat(cluster.entry(large).row().reason()).isEqualTo("a task used more memory than the 1Gi it asked for");
    }

    @Test
    void aTimeLimitIsNamed() {
        JobSpec spec = Cluster.endless("late", "q", 1);
        long late = cluster.submit(spec.withTerms(spec.terms().withTimeLimit(Nanos.MILLISECOND)));
        cluster.await(state -> state.job(late) == null);

        assertThat(JobWhy.settled(cluster.entry(late))).isEqualTo("it ran for as long as its time limit of 1ms");
    }

    private long ended(JobSpec spec, int exitCode, boolean outOfMemory) {
        long job = cluster.running(spec);
        cluster.happens(new Event.TaskEnded(job, 0, cluster.decision(job), exitCode, outOfMemory));
        cluster.await(state -> state.job(job) == null);
        return job;
    }
}
