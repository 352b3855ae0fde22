package io.berth.console.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.console.Cluster;
import io.berth.console.view.job.JobEntry;
import io.berth.console.view.job.JobHistory;
import io.berth.console.view.job.JobPhase;
import io.berth.core.event.Event;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whoever looks at a job that did not go well is told why. */
class TroublesTest {
    @TempDir
    Path folder;

    @AutoClose
    private final Cluster cluster = Cluster.viewed(1);

    @Test
    void aRejectedJobSaysWhy() {
        long job = cluster.submit(Cluster.endless("large", "q", 900));
        cluster.await(state -> state.job(job) == null);

        assertThat(cluster.entry(job).phase()).isEqualTo(JobPhase.REJECTED);
        assertThat(cluster.entry(job).trouble()).contains("no node");
    }

    @Test
    void aTaskWhoseEndNobodySawSaysSoAndALaterOneDoesNotHideIt() {
        long job = cluster.running(Cluster.endless("gang", "q", 1).withTasks(2));
        long decision = cluster.decision(job);
        cluster.happens(new Event.TaskEnded(job, 1, decision, -1));
        cluster.await(state -> state.job(job) == null);

        assertThat(cluster.entry(job).phase()).isEqualTo(JobPhase.FAILED);
        assertThat(cluster.entry(job).trouble()).contains("nobody knows how task 1 ended");
    }

    @Test
    void aProgramThatIsNotThereIsNamedAsTheReasonAndTheHistoryKeepsIt() {
        long job = cluster.running(Cluster.endless("typo", "q", 1));
        long decision = cluster.decision(job);
        cluster.happens(new Event.TaskEnded(job, 0, decision, 127));

        assertThat(cluster.entry(job).trouble()).contains("a program was not found");
        try (JobHistory history = JobHistory.open(folder.resolve("history"), 10)) {
            history.accept(cluster.entry(job));
            assertThat(history.read())
                    .singleElement()
                    .extracting(JobEntry::trouble)
                    .isEqualTo(cluster.entry(job).trouble());
        }
    }

    @Test
    void aStartThatFailedIsToldWhileTheJobWaitsAgain() {
        long job = cluster.running(Cluster.endless("lost", "q", 1));
        long decision = cluster.decision(job);
        cluster.happens(new Event.TaskStartFailed(job, 0, decision, "working directory /nowhere is not a folder"));

        assertThat(cluster.entry(job).phase()).isEqualTo(JobPhase.PENDING);
        assertThat(cluster.entry(job).trouble())
                .isEqualTo("task 0 could not be started: working directory /nowhere is not a folder");
    }
}
