package io.berth.console.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.console.Client;
import io.berth.console.Cluster;
import io.berth.console.ConsoleOptions;
import io.berth.console.ConsoleServer;
import io.berth.console.Learning;
import io.berth.console.api.call.Sources;
import io.berth.console.browser.Tab.Look;
import io.berth.console.output.Outputs;
import io.berth.core.event.Event;
import io.berth.core.queue.QueueAmount;
import io.berth.core.queue.QueueSpec;
import io.berth.core.state.part.JobState;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is done from the pages: jobs handed in, cancelled, held; nodes drained; the strategy changed. {@code .ci/console} runs it. */
@Timeout(120)
class OperationsInBrowserTest extends InBrowser {
    @TempDir
    Path folder;

    @Test
    void severalJobsAreHeldReleasedAndMadeMoreUrgent() {
        alone(Cluster.of(1, null), (own, tab) -> {
            for (int job = 0; job < 3; job++) {
                own.submit(Cluster.endless("job-" + job, "research", 8));
            }
            tab.open("#/jobs", "tbody .badge.running");
            tab.at("thead input[type=checkbox]").check();
            tab.at("button.hold").click();
            assertThat(tab.at("tbody .badge.held")).hasCount(3);
            tab.picture("held");
            tab.at("form.priority input").fill("7");
            tab.at("form.priority button").click();
            assertThat(tab.at("[role=status]:has-text('priority 7')").first()).isVisible();
            tab.at("button.release").click();
            assertThat(tab.at("tbody .badge.held")).hasCount(0);
            tab.open("#/job/1", ".badge.running");
            tab.at("button.requeue").click();
            tab.at("dialog button.danger").click();
            assertThat(tab.at(".facts").first()).containsText("7");
            tab.check();
        });
    }

    @Test
    void whatWouldStartAJobIsDoneFromItsPage() {
        alone(Cluster.of(1, null), (own, tab) -> {
            own.running(Cluster.endless("large", "research", 6));
            own.submit(Cluster.endless("waits", "research", 4));
            tab.open("#/job/2", ".badge.pending");
            assertThat(tab.at("main")).containsText("Nearest: node-0 lacks 2 GPUs.");
            tab.at("button.fix").click();
            assertThat(tab.at("button.apply")).hasCount(2);
            assertThat(tab.at("main")).containsText("stop and hold job 1 (large)");
            tab.picture("cures");
            tab.at("button.apply").first().click();
            tab.at("dialog button.danger").click();
            assertThat(tab.at(".badge.running").first()).isVisible();
            tab.check();
        });
    }

    @Test
    void queuesShowWhatTheyHaveARightTo() {
        alone(Cluster.of(1, null), (own, tab) -> {
            own.happens(new Event.QueuesDeclared(
                    List.of(QueueSpec.of("research").limited("gpu", QueueAmount.of(2_000)), QueueSpec.of("other"))));
            own.running(Cluster.endless("first", "research", 2));
            own.submit(Cluster.endless("second", "research", 1));
            tab.open("#/queue", "tbody .badge.running");
            assertThat(tab.at("main")).containsText("gpu: 2 · at most 2");
            assertThat(tab.at("main")).containsText("its queue, or one above it, is at its limit");
            tab.picture("queues");
            tab.check();
        });
    }

    @Test
    void severalJobsAreCancelledAtOnceAndAListIsSortedAndSearched() {
        alone(Cluster.of(2, null), (own, tab) -> {
            for (int job = 0; job < 4; job++) {
                own.submit(Cluster.endless("job-" + job, "research", 1 + job % 3));
            }
            tab.open("#/jobs", "tbody .badge.running");
            assertThat(tab.at("tbody tr").first()).containsText("job-3");
            tab.at("button.sort[data-key=gpus]").click();
            assertThat(tab.at("tbody tr").first()).containsText("job-2");
            assertThat(tab.at("th[aria-sort=descending]")).containsText("GPUs");
            tab.at("h1").focus();
            tab.page().keyboard().press("/");
            tab.page().keyboard().type("job-1");
            assertThat(tab.at("tbody tr")).hasCount(1);
            tab.at("#job-search").fill("");
            assertThat(tab.at("tbody tr")).hasCount(4);
            tab.at("thead input[type=checkbox]").check();
            tab.at("td.pick input").first().uncheck();
            tab.at("button.danger:has-text('Cancel 3')").click();
            tab.picture("cancel-several");
            tab.at("dialog button.danger").click();
            assertThat(tab.at("tbody tr")).hasCount(1);
            assertThat(tab.at("tbody tr")).containsText("job-2");
            tab.check();
        });
    }

    @Test
    void aJobIsSubmittedFromThePage() {
        alone(Cluster.of(1, null), (own, tab) -> {
            tab.open("#/jobs", "a[href='#/submit']");
            tab.at("a[href='#/submit']").click();
            tab.at("#submit-name").fill("by hand");
            tab.at("#submit-gpus").fill("2");
            tab.at("form button.main").click();
            assertThat(tab.at("h1")).hasText("Job 1");
            assertThat(tab.at(".facts").first()).containsText("by hand");
            tab.check();
            tab.open("#/submit", "textarea");
            tab.at("textarea").fill("{\"tsks\": 1}");
            tab.at("form button.main").click();
            assertThat(tab.at(".alert")).containsText("tasks");
            assertThat(tab.forgive()).allMatch(it -> it.contains("400"));
        });
    }

    @Test
    void gpusAreColouredByTheirHoldersAndSeveralNodesDrained() {
        alone(Cluster.of(3, null), (own, tab) -> {
            own.submit(Cluster.endless("a", "research", 6));
            own.submit(Cluster.endless("b", "vision", 8));
            tab.open("", ".map canvas[width]");
            tab.at("#map-color").selectOption("queue");
            assertThat(tab.at(".coloring .legend")).containsText("research");
            assertThat(tab.at(".coloring .legend")).containsText("vision");
            tab.picture("cluster-queues");
            tab.at("thead input[type=checkbox]").check();
            tab.at("button.danger:has-text('Drain 3')").click();
            tab.at("dialog button.danger").click();
            assertThat(tab.at("tbody .badge.draining")).hasCount(3);
            tab.check();
        });
    }

    @Test
    void theStrategyIsChangedAndAWrongOneIsExplained() {
        alone(Cluster.of(2, null), (own, tab) -> {
            tab.open("#/strategy", "textarea");
            tab.at("#part-order").selectOption("sjf");
            tab.at("form button.main").click();
            tab.at("dialog button.danger").click();
            assertThat(tab.at(".facts")).containsText("sjf");
            tab.check();
            tab.at("textarea").fill("{\"order\": \"sjff\"}");
            tab.at("form button.main").click();
            tab.at("dialog button.danger").click();
            assertThat(tab.at(".alert")).containsText("did you mean \"sjf\"");
            tab.picture("strategy-wrong");
            assertThat(tab.forgive()).allMatch(it -> it.contains("400"));
        });
    }

    @Test
    void theCurvesOfTwoJobsAreDrawnAndWhatTheirGpusDoIsShown() throws IOException {
        try (Cluster own = Cluster.of(1, null);
                ConsoleServer console = own.serve(ConsoleOptions.local(0)
                        .withSources(Sources.NONE.withInsight(
                                Learning.of(own, Files.createDirectory(folder.resolve("learning"))))));
                Client client = new Client(console);
                Tab tab = new Tab(browser, console.uri(), Look.LIGHT)) {
            for (int job = 1; job <= 2; job++) {
                own.submit(Cluster.endless("train-" + job, "research", 4));
                int number = job;
                own.await(state -> state.job(number).state() == JobState.RUNNING);
                for (int step = 10; step <= 60; step += 10) {
                    String point = "{\"step\": %d, \"metrics\": {\"loss\": %f}}".formatted(step, 5.0 / (step * job));
                    assertThat(client.post("/api/v1/jobs/" + job + "/metrics", point)
                                    .status())
                            .isLessThan(300);
                }
            }
            tab.open("#/job/1", ".chart .u-legend");
            assertThat(tab.at(".chart .u-legend")).containsText("job 1, task 0");
            tab.at("#curve-others").fill("2, 77");
            tab.at("#curve-others").press("Enter");
            assertThat(tab.at(".chart .u-legend")).containsText("job 2, task 0");
            assertThat(tab.at("section p[role=status]:has-text('77')")).isVisible();
            assertThat(tab.at("table:has-text('GPU memory used')")).containsText("80");
            tab.picture("curves");
            assertThat(tab.forgive()).allMatch(it -> it.contains("404"));
            tab.check();
        }
    }

    @Test
    void strategiesAreComparedAndOneIsUsed() {
        try (Cluster own = Cluster.of(1, folder.resolve("journal"));
                ConsoleServer console = own.serve(ConsoleOptions.local(0));
                Tab tab = new Tab(browser, console.uri(), Look.LIGHT);
                Tab phone = new Tab(browser, console.uri(), Look.DARK_PHONE)) {
            for (int job = 0; job < 30; job++) {
                own.submit(HostileCluster.brief("job-" + job));
            }
            own.await(state -> state.liveJobs() == 0);
            tab.open("#/strategy", ".choices");
            tab.at(".choices label:has-text('sjf') input").first().check();
            tab.at("section form button.main").click();
            assertThat(tab.at("section p[role=status]")).hasText("Done");
            assertThat(tab.at("section tbody")).containsText("as it really was");
            assertThat(tab.at("section tbody")).containsText("fgd-greedy, in force");
            tab.picture("compared");
            phone.open("#/strategy", "section tbody").picture("compared-phone");
            phone.check();
            tab.at("button[aria-label='Use sjf']").click();
            tab.at("dialog button.danger").click();
            assertThat(tab.at(".facts")).containsText("sjf");
            tab.check();
            assertThat(tab.findings()).isEmpty();
        }
    }

    @Test
    void aNodeIsDrainedAfterAYesAndTakesTasksAgain() {
        alone(Cluster.of(2, null), (own, tab) -> {
            tab.open("#/node/node-1", "main button.danger:visible");
            tab.at("main button.danger:visible").click();
            tab.at("dialog button.danger").click();
            assertThat(tab.at("main .badge.draining")).isVisible();
            tab.picture("node-drained");
            tab.at("main button:has-text('Take tasks again')").click();
            assertThat(tab.at("main .badge.up")).isVisible();
            tab.check();
        });
    }

    @Test
    void aJobIsSubmittedWatchedReadAndCancelled() {
        try (Cluster own = Cluster.of(1, null);
                ConsoleServer console = own.serve(ConsoleOptions.local(0)
                        .withSources(Sources.NONE.withOutputs((_, _, begin) -> said(begin.offset()))));
                Client program = new Client(console);
                Tab tab = new Tab(browser, console.uri(), Look.LIGHT)) {
            tab.open("#/jobs", ".state.live");
            String job =
                    "{\"name\": \"%s\", \"command\": \"train\", \"demand\": {\"gpus\": 8, \"cpu\": 1, \"memory\": \"1Gi\"}}";
            long first = program.post("/api/v1/jobs", job.formatted("first")).id();
            long second = program.post("/api/v1/jobs", job.formatted("second")).id();
            tab.at("a[href='#/job/" + first + "']").click();
            assertThat(tab.at(".log")).containsText("step 1");
            tab.open("#/job/" + second, ".why");
            assertThat(tab.at(".why")).containsText("GPU");
            tab.open("#/job/" + first, "main button.danger");
            tab.at("main button.danger").click();
            tab.at("dialog button.danger").click();
            assertThat(tab.at(".badge.cancelled").first()).isVisible();
            tab.check();
        }
    }

    /** What a task wrote, from byte {@code offset} on. */
    private static Outputs.Reader said(long offset) {
        ByteArrayInputStream bytes = new ByteArrayInputStream("step 1\n".getBytes(UTF_8));
        bytes.skip(offset);
        return bytes::readNBytes;
    }
}
