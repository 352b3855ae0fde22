package io.berth.spec.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.spec.input.Source;
import io.berth.spec.input.TreeReader;
import io.berth.spec.json.Json;
import io.berth.spec.schema.JsonSchema;
import io.berth.spec.schema.Key;
import io.berth.spec.schema.ReferenceFile;
import io.berth.spec.schema.Section;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The generated files of docs/reference about requests. {@code -Dberth.regenerate=true} writes them. */
class FleetReferenceTest {
    private static final Path FOLDER = Path.of("..", "docs", "reference");

    @Test
    void the_published_schema_is_fresh() throws IOException {
        assertFresh("requests.schema.json", Json.pretty(JsonSchema.of(FleetSchema.SCENARIO)));
    }

    @Test
    void the_reference_file_is_fresh() throws IOException {
        assertFresh("requests.yaml", ReferenceFile.of(FleetSchema.SCENARIO));
    }

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
            for (Key key : section.keys()) {
                check(key, key.fallback());
                check(key, key.example());
            }
        }
    }

    private static void check(Key key, String yaml) {
        if (!yaml.isEmpty()) {
            key.shape().check(TreeReader.read(Source.inline("key " + key.name(), yaml)));
        }
    }

    private static FleetScenario read(String yaml) {
        return FleetScenarioReader.read(Source.text("reference.yaml", yaml), List.of());
    }

    private static void assertFresh(String name, String content) throws IOException {
        Path file = FOLDER.resolve(name);
        if (Boolean.getBoolean("berth.regenerate")) {
            Files.writeString(file, content);
        }
        assertThat(file)
                .as("generated; mvn -q -pl spec -am test -Dberth.regenerate=true writes it")
                .exists()
                .content()
                .isEqualTo(content);
    }
}
