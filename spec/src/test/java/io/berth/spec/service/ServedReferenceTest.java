package io.berth.spec.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.dispatch.catalog.DispatchCatalog;
import io.berth.spec.KeyValues;
import io.berth.spec.input.Source;
import io.berth.spec.scenario.FixedPolicies;
import io.berth.spec.scenario.ScenarioReader;
import io.berth.spec.schema.ReferenceFile;
import io.berth.spec.strategy.StoredModels;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The reference file about jobs with a service beside them, and what it is made of. */
class ServedReferenceTest {
    @Test
    void the_reference_file_means_the_same_as_one_without_optional_keys() {
        String minimal = """
                cluster: {nodes: [{cpu: 96, memory: 1Ti}]}
                workload: {generate: {}}
                service:
                  job: {}
                  fleet: {servers: [{memory: 24Gi}]}
                  requests: {generate: {}}
                """;

        assertThat(read(ReferenceFile.of(ServedSchema.SCENARIO))).isEqualTo(read(minimal));
        assertThat(read(minimal).service()).isNotNull();
    }

    @Test
    void every_default_and_example_is_a_value_of_its_key() {
        KeyValues.check(ServedSchema.SERVICE.keys());
        KeyValues.check(ServedSchema.REPLICA.keys());
    }

    private static ServedScenario read(String yaml) {
        return new ServedScenarioReader(
                        new ScenarioReader(new FixedPolicies()), StoredModels.NONE, DispatchCatalog.standard())
                .read(Source.text("reference.yaml", yaml), List.of());
    }
}
