package io.berth.sim.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.policy.Catalog;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.scenario.Scenario;
import io.berth.spec.scenario.ScenarioReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
        Files.writeString(folder.resolve("jobs.csv"), "submit,duration\n0,1\n");

        assertThatThrownBy(() -> read("cluster: {swf: from-log}\nworkload: {csv: jobs.csv}"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("cluster.swf: from-log is the machine of the workload's log");
    }

    @Test
    void a_file_without_jobs_is_an_error() throws IOException {
        Files.writeString(folder.resolve("jobs.csv"), "submit,duration\n");

        assertThatThrownBy(() -> read("cluster: {nodes: [{cpu: 1, memory: 0}]}\nworkload: {csv: jobs.csv}"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("has no job that could be replayed");
    }

    private PreparedScenario read(String yaml) {
        Scenario scenario = new ScenarioReader(new CatalogNames(Catalog.standard()))
                .read(Source.text("test.yaml", yaml).in(folder));
        return PreparedScenario.read(scenario, "test.yaml", (_, _) -> {});
    }
}
