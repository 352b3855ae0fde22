package io.berth.console.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.console.Client.Answer;
import io.berth.console.Cluster;
import io.berth.console.ConsoleOptions;
import io.berth.console.ServedTest;
import io.berth.console.api.call.SystemName;
import io.berth.core.state.part.JobState;
import io.berth.spec.input.Tree;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class JobListTest extends ServedTest {
    @BeforeEach
    void sixJobsOnTwoNodes() {
        serve(Cluster.of(2, null), ConsoleOptions.local(0).called(new SystemName("lab", "1.2")));
        // The first two fill a node each; the others wait, but for the last.
        int[] gpus = {8, 7, 5, 3, 8, 1};
        for (int job = 0; job < gpus.length; job++) {
            cluster.submit(
                    Cluster.endless("job-" + (char) ('f' - job), job % 2 == 0 ? "red" : "blue/night", gpus[job]));
        }
        cluster.await(state -> state.job(6).state() == JobState.RUNNING);
    }

    private Answer list(String query) {
        return client.get("/api/v1/jobs?" + query);
    }

    private List<Long> ids(String query) {
        return list(query).json().require("jobs").items().stream()
                .map(job -> job.require("id").whole())
                .toList();
    }

    @Test
    void aListIsInTheOrderOfItsColumns() {
        assertThat(ids("sort=-id")).containsExactly(6L, 5L, 4L, 3L, 2L, 1L);
        assertThat(ids("sort=name")).containsExactly(6L, 5L, 4L, 3L, 2L, 1L);
        assertThat(ids("sort=-gpus,id")).containsExactly(1L, 5L, 2L, 3L, 4L, 6L);
        assertThat(ids("sort=queue,-gpus")).containsExactly(2L, 4L, 6L, 5L, 1L, 3L);
        // Those that run longest began first; those that never ran come last.
        assertThat(ids("sort=-run,id")).endsWith(3L, 4L, 5L);
        assertThat(ids("sort=-wait").subList(0, 3)).containsExactly(3L, 4L, 5L);
        assertThat(list("sort=gpu").text("detail")).contains("did you mean \"gpus\"");
    }

    @Test
    void aListInAnOrderOfItsOwnGoesOnByOffsetAndSaysHowManyThereAre() {
        Tree page = list("sort=-id&limit=2&offset=3&state=live").json();
        assertThat(page.require("total").whole()).isEqualTo(6);
        assertThat(page.require("jobs").items())
                .extracting(job -> job.require("id").whole())
                .containsExactly(3L, 2L);
        assertThat(page.require("time").text()).startsWith("20");
        assertThat(ids("sort=-id&offset=99")).isEmpty();
        assertThat(list("limit=2").json().require("next").whole()).isEqualTo(2);
    }

    @Test
    void jobsAreFoundByAnyText() {
        assertThat(ids("search=JOB-F")).containsExactly(1L);
        assertThat(ids("search=night")).containsExactly(2L, 4L, 6L);
        assertThat(ids("search=5")).containsExactly(5L);
        assertThat(ids("search=node-0")).hasSize(ids("node=node-0").size()).isNotEmpty();
        assertThat(ids("search=nothing-of-this")).isEmpty();
        assertThat(ids("user=nobody-of-this")).isEmpty();
    }

    @Test
    void aNodeKnowsItsJobsAlsoThoseThatEnded() {
        List<Long> before = ids("node=node-0");
        client.delete("/api/v1/jobs/" + before.getFirst());
        cluster.await(state -> state.job(before.getFirst()) == null);
        assertThat(ids("node=node-0")).containsAll(before);
        assertThat(ids("node=node-9")).isEmpty();
    }

    @Test
    void aRowSaysWhatAJobAsksFor() {
        Tree row = client.get("/api/v1/jobs/1").json();
        assertThat(row.require("cpus").number()).isEqualTo(1);
        assertThat(row.require("memory_bytes").whole()).isEqualTo(1L << 30);
        assertThat(client.get("/api/v1/jobs/1").body()).contains("\"user\":null");
    }

    @Test
    void eachGpuSaysWhoseItIs() {
        Tree queues = client.get("/api/v1/holders").json();
        assertThat(queues.require("names").items())
                .extracting(Tree::text)
                .containsExactlyInAnyOrder("red", "blue/night");
        int red = queues.require("names").items().stream()
                .map(Tree::text)
                .toList()
                .indexOf("red");
        long held = queues.require("nodes").items().stream()
                .flatMap(node -> node.require("gpus").items().stream())
                .filter(gpu -> gpu.whole() == red)
                .count();
        assertThat(held).isEqualTo(8);
        assertThat(client.get("/api/v1/holders?by=job").json().require("names").items())
                .extracting(Tree::text)
                .containsExactly("1", "2", "6");
    }

    @Test
    void theStatusSaysWhatTheSystemIsCalled() {
        Answer status = client.get("/api/v1/status");
        assertThat(status.text("name")).isEqualTo("lab");
        assertThat(status.text("version")).isEqualTo("1.2");
    }
}
