package io.berth.sim.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobKind;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.TaskGroup;
import io.berth.core.workload.Timing;
import io.berth.sim.report.RunReport;
import io.berth.sim.report.RunSummary;
import io.berth.sim.workload.Arrival;
import io.berth.sim.workload.Generator;
import io.berth.sim.workload.GeneratorOptions;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.input.TreeReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ReportPageTest {
    private static final StrategySpec GREEDY = StrategySpec.of("greedy", "fcfs", "best-fit", "greedy");
    private static final int MOST_BYTES = 3 << 20;
    private static final String HOSTILE = "</script><script>alert('1')</script><!-- \u2028 \"&amp;";

    @Test
    void names_cannot_leave_their_place() {
        JobSpec first = new JobSpec(
                HOSTILE,
                HOSTILE,
                JobKind.BATCH,
                0,
                TaskGroup.of(1, Demand.cpu(1000, 1).withGpus(8)),
                new Timing(Nanos.HOUR, Nanos.HOUR, Nanos.NEVER));
        String page = Recorded.run(
                        1,
                        List.of(new Arrival(0, first), new Arrival(1, first)),
                        StrategySpec.of(HOSTILE, "fcfs", "best-fit", "none"))
                .page(HOSTILE);

        assertThat(page).doesNotContain("<script>alert");
        assertThat(ReportPage.embedded(HOSTILE)).doesNotContain("\u2028", "<", ">", "&");
        assertThat(count(page, "<script")).as("opened scripts").isEqualTo(3);
        assertThat(count(page, "</script")).as("closed scripts").isEqualTo(3);
        assertThat(page).contains("<title>&lt;/script&gt;&lt;script&gt;alert(&#39;1&#39;)");
        assertThat(data(page).require("subject").require("scenario").text()).isEqualTo(HOSTILE);
        assertThat(data(page)
                        .require("traces")
                        .items()
                        .getFirst()
                        .require("longest")
                        .items()
                        .getFirst()
                        .require("queue")
                        .text())
                .isEqualTo(HOSTILE);
    }

    @Test
    void a_page_names_no_other_place() {
        String page = Recorded.run(2, generator(100), GREEDY).page("plain");

        Matcher address = Pattern.compile("(?:https?:)?//[a-z0-9][^\\s\"'<)]*").matcher(page);
        List<String> found = address.results().map(match -> match.group()).toList();
        assertThat(found).as("addresses").containsOnly("http://www.w3.org/2000/svg");
        assertThat(page)
                .contains("default-src 'none'")
                .doesNotContain("@import")
                .doesNotContain("{{");
    }

    @Test
    void the_same_run_is_the_same_page_however_long_it_took() {
        assertThat(Recorded.run(2, generator(300), GREEDY).page("same"))
                .isEqualTo(Recorded.run(2, generator(300), GREEDY).page("same"))
                .doesNotContain("wall_seconds");
    }

    @Test
    void a_run_of_a_hundred_thousand_jobs_is_a_small_page() {
        Recorded run = Recorded.run(16, generator(100_000), GREEDY);
        String page = run.page("large");
        int all = page.getBytes(StandardCharsets.UTF_8).length;

        List<RunReport> reports = new ArrayList<>();
        List<RunTrace> traces = new ArrayList<>();
        for (int i = 0; i < ReportPage.MOST_TRACES; i++) {
            reports.add(run.report());
            traces.add(run.trace());
        }
        String pages = ReportPage.of(
                "zh",
                ReportPage.Subject.of("large", 100_000, Recorded.cluster(16)),
                new ReportPage.Results(reports, RunSummary.of(reports), List.of(), traces));

        assertThat(run.trace().submitted()).isEqualTo(100_000);
        assertThat(all).as("bytes of one run").isLessThan(300_000);
        assertThat(pages.getBytes(StandardCharsets.UTF_8).length)
                .as("bytes of as many runs as are drawn")
                .isLessThan(MOST_BYTES);
    }

    @Test
    void the_language_is_the_one_chosen() {
        assertThat(Recorded.run(1, generator(10), GREEDY).page("x")).contains("<html lang=\"en\">", "仿真报告");
    }

    private static Generator generator(int jobs) {
        GeneratorOptions.Builder options =
                GeneratorOptions.builder().jobs(jobs).load(0.9).durationSigma(1.0);
        return new Generator(options.build(), Recorded.cluster(16));
    }

    private static Tree data(String page) {
        Matcher json = Pattern.compile("id=\"data\">(.*?)</script>").matcher(page);
        assertThat(json.find()).isTrue();
        return TreeReader.read(Source.text("data", json.group(1)));
    }

    private static int count(String text, String part) {
        return text.split(Pattern.quote(part), -1).length - 1;
    }
}
