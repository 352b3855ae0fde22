package io.berth.console.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.console.Cluster;
import io.berth.console.view.job.JobEntry;
import io.berth.console.view.job.JobHistory;
import io.berth.console.view.job.JobPhase;
import io.berth.core.event.Event;
import io.berth.core.state.part.JobState;
import io.berth.core.workload.JobSpec;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whoever looks at a job that did not go well is told why. */
class TroublesTest {
    @TempDir
    Path folder;

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
    void aRejectedJobSaysWhy() {
        long job = cluster.submit(Cluster.endless("large", "q", 900));
        cluster.await(state -> state.job(job) == null);

        assertThat(entry(job).phase()).isEqualTo(JobPhase.REJECTED);
        assertThat(entry(job).trouble()).contains("no node");
    }

    @Test
    void aTaskWhoseEndNobodySawSaysSoAndALaterOneDoesNotHideIt() {
        long job = running(Cluster.endless("gang", "q", 1).withTasks(2));
        long decision =
                cluster.run().operator().ask(state -> state.job(job).decision()).join();
        cluster.happens(new Event.TaskEnded(job, 1, decision, -1));
        cluster.await(state -> state.job(job) == null);

        assertThat(entry(job).phase()).isEqualTo(JobPhase.FAILED);
        assertThat(entry(job).trouble()).contains("nobody knows how task 1 ended");
    }

    @Test
    void aProgramThatIsNotThereIsNamedAsTheReasonAndTheHistoryKeepsIt() {
        long job = running(Cluster.endless("typo", "q", 1));
        long decision =
                cluster.run().operator().ask(state -> state.job(job).decision()).join();
        cluster.happens(new Event.TaskEnded(job, 0, decision, 127));

        assertThat(entry(job).trouble()).contains("a program was not found");
        try (JobHistory history = JobHistory.open(folder.resolve("history"), 10)) {
            history.accept(entry(job));
            assertThat(history.read())
                    .singleElement()
                    .extracting(JobEntry::trouble)
                    .isEqualTo(entry(job).trouble());
        }
    }

    @Test
    void aStartThatFailedIsToldWhileTheJobWaitsAgain() {
        long job = running(Cluster.endless("lost", "q", 1));
        long decision =
                cluster.run().operator().ask(state -> state.job(job).decision()).join();
        cluster.happens(new Event.TaskStartFailed(job, 0, decision, "working directory /nowhere is not a folder"));

        assertThat(entry(job).phase()).isEqualTo(JobPhase.PENDING);
        assertThat(entry(job).trouble())
                .isEqualTo("task 0 could not be started: working directory /nowhere is not a folder");
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
