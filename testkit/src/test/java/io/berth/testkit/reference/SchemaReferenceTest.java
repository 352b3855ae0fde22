package io.berth.testkit.reference;

import io.berth.app.kube.KubeSchema;
import io.berth.app.up.setting.UpSchema;
import io.berth.gateway.setting.GatewaySchema;
import io.berth.optimize.file.ProblemSchema;
import io.berth.spec.fleet.FleetSchema;
import io.berth.spec.job.JobSchema;
import io.berth.spec.json.Json;
import io.berth.spec.scenario.ScenarioSchema;
import io.berth.spec.schema.JsonSchema;
import io.berth.spec.schema.ReferenceFile;
import io.berth.spec.schema.Section;
import io.berth.spec.service.ServedSchema;
import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What users write, as a JSON schema and as a file of all keys. */
class SchemaReferenceTest {
    static Stream<Arguments> written() {
        return Stream.of(
                Arguments.of("scenario", ScenarioSchema.SCENARIO),
                Arguments.of("job", JobSchema.JOB),
                Arguments.of("jobs", JobSchema.GRAPH),
                Arguments.of("requests", FleetSchema.SCENARIO),
                Arguments.of("served", ServedSchema.SCENARIO),
                Arguments.of("problem", ProblemSchema.PROBLEM),
                Arguments.of("config", UpSchema.FILE),
                Arguments.of("kube", KubeSchema.FILE),
                Arguments.of("gateway", GatewaySchema.FILE));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("written")
    void the_published_schema_is_fresh(String name, Section section) throws IOException {
        GeneratedFile.assertFresh(name + ".schema.json", Json.pretty(JsonSchema.of(section)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("written")
    void the_reference_file_is_fresh(String name, Section section) throws IOException {
        GeneratedFile.assertFresh(name + ".yaml", ReferenceFile.of(section));
    }
}
