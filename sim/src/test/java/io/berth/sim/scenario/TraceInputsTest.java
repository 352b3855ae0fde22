package io.berth.sim.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.berth.core.catalog.Catalog;
import io.berth.core.metric.Window;
import io.berth.core.time.Nanos;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.scenario.Scenario;
import io.berth.spec.scenario.ScenarioReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceInputsTest {
    private static final String JOB = " 0 -1 60 4 -1 -1 4 60 -1 1 -1 -1 -1 -1 -1 -1 -1\n";

    @TempDir
    private Path folder;

    @Test
    void a_log_brings_its_machine() throws IOException {
        Files.writeString(folder.resolve("log.swf"), "; MaxNodes: 3\n; MaxProcs: 6\n1" + JOB);

        PreparedScenario prepared = read("cluster: {swf: from-log}\nworkload: {swf: log.swf}");

        assertThat(prepared.nodes(42)).hasSize(3);
        assertThat(prepared.jobs(42)).isEqualTo(1);
        assertThat(prepared.setup(Catalog.standard().presets().getFirst(), 42).workload())
                .first()
                .returns(2, arrival -> arrival.spec().tasks());
    }

    @Test
    void rows_that_are_no_job_are_counted_once_and_strictly_too() throws IOException {
        Files.writeString(
                folder.resolve("log.swf"),
                "; MaxNodes: 3\n1" + JOB + "2 0 -1 0 4 -1 -1 4 60 -1 5 -1 -1 -1 -1 -1 -1 -1\n");

        PreparedScenario prepared = read("cluster: {swf: from-log}\nworkload: {swf: log.swf}\nseeds: 1..3");

        assertThat(prepared.skippedRows()).containsOnly(Map.entry("was cancelled before it ran", 1L));
    }

    @Test
    void the_machine_of_no_log_is_an_error() throws IOException {
        assertRefused(
                "{swf: from-log}",
                "submit,duration\n0,1\n",
                "cluster.swf: from-log is the machine of the workload's log");
    }

    @Test
    void a_period_is_replayed_and_measured_alone() throws IOException {
        String head = "JobID|Submit|Start|End|ElapsedRaw|State|NCPUS|TimelimitRaw\n";
        String tail = "|COMPLETED|4|60\n";
        Files.writeString(
                folder.resolve("sacct.txt"),
                head + "1|2026-02-27T00:00:00|2026-02-27T00:00:00|2026-02-28T00:00:00|86400" + tail
                        + "2|2026-02-28T23:00:00|2026-02-28T23:30:00|2026-03-01T00:30:00|3600" + tail
                        + "3|2025-12-28T00:00:00|2026-03-02T00:00:00|2026-03-02T01:00:00|3600" + tail
                        + "4|2026-03-01T00:00:00|2026-03-01T00:00:00|2026-03-01T01:00:00|3600" + tail
                        + "5|2026-03-31T23:00:00|2026-03-31T23:00:00|2026-04-01T01:00:00|7200" + tail
                        + "6|2026-04-01T00:00:00|2026-04-01T00:00:00|2026-04-01T01:00:00|3600" + tail);
        String yaml = "cluster: {nodes: [{cpu: 64, memory: 1Ti}]}\n"
                + "workload: {sacct: sacct.txt, from: 2026-03-01, until: 2026-04-01}";
        long march = 1_772_323_200L * Nanos.SECOND;

        PreparedScenario prepared = read(yaml);

        assertThat(prepared.setup(Catalog.standard().presets().getFirst(), 42).workload())
                .extracting(
                        arrival -> arrival.spec().name(),
                        arrival -> arrival.atNanos() - march,
                        arrival -> arrival.spec().workNanos())
                .containsExactly(
                        tuple("2", -Nanos.SECOND, 30 * Nanos.MINUTE + Nanos.SECOND),
                        tuple("3", 0L, Nanos.HOUR),
                        tuple("4", 0L, Nanos.HOUR),
                        tuple("5", 31 * Nanos.DAY - Nanos.HOUR, 2 * Nanos.HOUR));
        assertThat(prepared.window(42)).isEqualTo(new Window(march, march + 31 * Nanos.DAY));
        assertThat(prepared.skippedRows())
                .containsOnly(Map.entry("ended before the period", 1L), Map.entry("arrives after the period", 1L));
        assertThat(prepared.assumptions())
                .containsEntry("ran when the period began; it runs for what was left, and is not measured", 1L)
                .containsEntry("waited when the period began; it arrives then", 1L);
    }

    @Test
    void a_table_that_says_no_starts_begins_with_its_period() throws IOException {
        Files.writeString(folder.resolve("jobs.csv"), "submit,duration\n0,1000\n50,1\n60,1\n99,1\n100,1\n");

        PreparedScenario prepared =
                read("cluster: {nodes: [{cpu: 1, memory: 0}]}\nworkload: {csv: jobs.csv, from: 1m, until: 100}");

        assertThat(prepared.jobs(42)).isEqualTo(2);
        assertThat(prepared.skippedRows())
                .containsOnly(Map.entry("arrives before the period", 2L), Map.entry("arrives after the period", 1L));
    }

    @Test
    void a_bad_row_names_the_key_that_skips_it() throws IOException {
        assertRefused(
                "{nodes: [{cpu: 1, memory: 0}]}",
                "submit,duration\n0,soon\n",
                "lenient: true in the scenario, or --lenient of berth simulate, skips such rows");
    }

    @Test
    void a_file_without_jobs_is_an_error() throws IOException {
        assertRefused("{nodes: [{cpu: 1, memory: 0}]}", "submit,duration\n", "has no job that could be replayed");
    }

    @Test
    void models_of_gpus_are_compared_without_case() throws IOException {
        Files.writeString(
                folder.resolve("sacct.txt"),
                "JobID|Submit|State|ElapsedRaw|ReqTRES\n"
                        + "1|2026-03-01T00:00:00|COMPLETED|60|cpu=8,gres/gpu:h100=2,node=1\n"
                        + "2|2026-03-01T00:00:00|COMPLETED|60|cpu=8,gres/gpu:H100=2,node=1\n"
                        + "3|2026-03-01T00:00:00|COMPLETED|60|cpu=8,gres/gpu:b200=2,node=1\n");

        PreparedScenario prepared = read(
                "cluster: {nodes: [{gpus: 8, model: H100, cpu: 64, memory: 1Ti}]}\n" + "workload: {sacct: sacct.txt}");

        assertThat(prepared.setup(Catalog.standard().presets().getFirst(), 42).workload())
                .extracting(arrival -> arrival.spec().demand().gpuModels())
                .containsExactly(List.of("H100"), List.of("H100"), List.of("b200"));
        assertThat(prepared.assumptions()).containsEntry("insists on the GPU model b200; the nodes have H100", 1L);
    }

    private PreparedScenario read(String yaml) {
        Scenario scenario = new ScenarioReader(new CatalogNames(Catalog.standard()))
                .read(Source.text("test.yaml", yaml).in(folder));
        return PreparedScenario.read(scenario, "test.yaml", (_, _) -> {});
    }

    /** A table of jobs on {@code cluster} is refused. */
    private void assertRefused(String cluster, String table, String problem) throws IOException {
        Files.writeString(folder.resolve("jobs.csv"), table);

        assertThatThrownBy(() -> read("cluster: " + cluster + "\nworkload: {csv: jobs.csv}"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(problem);
    }
}
