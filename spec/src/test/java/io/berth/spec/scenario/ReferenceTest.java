package io.berth.spec.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.spec.KeyValues;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.input.TreeReader;
import io.berth.spec.job.JobGraphReader;
import io.berth.spec.job.JobReader;
import io.berth.spec.job.JobSchema;
import io.berth.spec.json.Json;
import io.berth.spec.schema.JsonSchema;
import io.berth.spec.schema.Key;
import io.berth.spec.schema.ReferenceFile;
import io.berth.spec.schema.Section;
import io.berth.spec.schema.Shape;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The reference files about scenarios and jobs, and what they are made of. */
class ReferenceTest {
    @Test
    void theReferenceScenarioMeansTheSameAsOneWithoutOptionalKeys() {
        String minimal = "cluster: {nodes: [{cpu: 96, memory: 1Ti}]}\nworkload: {generate: {}}";

        assertThat(read(ReferenceFile.of(ScenarioSchema.SCENARIO))).isEqualTo(read(minimal));
    }

    @Test
    void theReferenceJobMeansTheSameAsAnEmptyOne() {
        JobSpec job = JobReader.read(Source.text("job.yaml", ReferenceFile.of(JobSchema.JOB)));

        assertThat(job).isEqualTo(JobReader.read(Source.text("job.yaml", "{}")));
        assertThat(job.demand()).isEqualTo(Demand.cpu(1000, 0));
    }

    @Test
    void everyDefaultAndExampleIsAValueOfItsKey() {
        KeyValues.check(keys(ScenarioSchema.SCENARIO));
    }

    @Test
    void everyKeyIsInTheSchemaAndTheReferenceFile() {
        String reference = ReferenceFile.of(ScenarioSchema.SCENARIO);
        Tree schema = TreeReader.read(Source.text("schema", Json.pretty(JsonSchema.of(ScenarioSchema.SCENARIO))));

        for (Key key : keys(ScenarioSchema.SCENARIO)) {
            assertThat(reference).contains(key.name() + ":");
        }
        for (Key key : ScenarioSchema.SCENARIO.keys()) {
            assertThat(schema.require("properties").get(key.name()))
                    .as(key.name())
                    .isNotNull();
        }
    }

    @Test
    void theReferenceOfFilesOfJobsIsOneThatIsTaken() {
        Tree reference = TreeReader.read(Source.text("jobs.yaml", ReferenceFile.of(JobSchema.GRAPH)));
        assertThat(JobGraphReader.read(reference, "default").jobs()).hasSize(1);
    }

    private static Scenario read(String yaml) {
        return new ScenarioReader(new FixedPolicies()).read(Source.text("reference.yaml", yaml));
    }

    private static List<Key> keys(Section section) {
        List<Key> keys = new ArrayList<>(section.keys());
        for (Key key : section.keys()) {
            keys.addAll(
                    switch (key.shape()) {
                        case Shape.Nested(Section nested) -> keys(nested);
                        case Shape.Items(Shape.Nested(Section nested)) -> keys(nested);
                        default -> List.<Key>of();
                    });
        }
        return keys;
    }
}
