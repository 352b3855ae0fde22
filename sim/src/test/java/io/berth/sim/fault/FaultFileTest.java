package io.berth.sim.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.catalog.Catalog;
import io.berth.sim.scenario.CatalogNames;
import io.berth.spec.fault.FaultScenario;
import io.berth.spec.fault.FaultScenarioReader;
import io.berth.spec.fault.FaultScenarioWriter;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class FaultFileTest {
    private static final String FILE = """
            nodes:
              - {name: a, cpu: 4, memory: 1Gi}
              - {name: b, cpu: 4, memory: 1Gi}
            strategy: fcfs
            jobs:
              - {number: 1, job: {demand: {cpu: 1}, duration: 10s, array: 3}}
              - {number: 4, job: {demand: {cpu: 1}, duration: 10s}}
            faults:
              - {at: 5s, fault: node-lost, for: 10s, node: 1}
            """;

    private static FaultScenario read(String text) {
        return new FaultScenarioReader(new CatalogNames(Catalog.standard())).read(Source.text("file.yaml", text));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "node-lost|node-los|file.yaml:9|did you mean",
                "node: 1|node: 2|file.yaml:9|there is no node 2, only 0 to 1",
                "number: 4|number: 3|file.yaml:7|must be 4 or more: numbers rise",
                "name: b|name: a|file.yaml:2|two nodes are called",
                "fault: node-lost|fault: job-held|file.yaml:9|the key \"job\" is missing: a job is held",
                "node: 1|strategy: sjf|file.yaml:9|does not go with node-lost",
                "node: 1|percent: 101|file.yaml:9|percent",
                "strategy: fcfs|strategy: fcf|file.yaml:4|did you mean",
                "cpu: 4|cpus: 4|file.yaml:2|did you mean"
            })
    void what_is_wrong_is_refused_with_its_line_and_what_is_allowed(
            String right, String wrong, String where, String what) {
        assertThat(read(FILE).jobs()).hasSize(2);
        assertThatThrownBy(() -> read(FILE.replaceFirst(right, wrong)))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(where)
                .hasMessageContaining(what);
    }

    @ParameterizedTest
    @MethodSource("io.berth.sim.fault.FaultRunTest#bugs")
    void a_file_that_is_written_is_read_back_to_an_equal_one(String name) {
        FaultScenario scenario = NamedBugs.scenario(name, Catalog.standard());

        assertThat(read(FaultScenarioWriter.write(scenario))).isEqualTo(scenario);
    }
}
