package io.berth.spec.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.spec.KeyValues;
import io.berth.spec.input.Source;
import io.berth.spec.schema.ReferenceFile;
import io.berth.spec.schema.Section;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The reference file about requests, and what it is made of. */
class FleetReferenceTest {
    @Test
    void the_reference_file_means_the_same_as_one_without_optional_keys() {
        String minimal = "fleet: {servers: [{memory: 24Gi}]}\nrequests: {generate: {}}";

        assertThat(read(ReferenceFile.of(FleetSchema.SCENARIO))).isEqualTo(read(minimal));
    }

    @Test
    void every_default_and_example_is_a_value_of_its_key() {
        for (Section section : List.of(
                FleetSchema.SCENARIO,
                FleetSchema.FLEET,
                FleetSchema.MODEL,
                FleetSchema.SERVER,
                FleetSchema.FAILURES,
                FleetSchema.EVENT,
                FleetSchema.REQUESTS,
                FleetSchema.GENERATE,
                FleetSchema.STAGE,
                FleetSchema.STRATEGY)) {
            KeyValues.check(section.keys());
        }
    }

    private static FleetScenario read(String yaml) {
        return FleetScenarioReader.read(Source.text("reference.yaml", yaml), List.of());
    }
}
