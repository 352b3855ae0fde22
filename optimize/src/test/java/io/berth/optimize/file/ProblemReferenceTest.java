package io.berth.optimize.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.optimize.file.unit.Sense;
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

/** The generated files of docs/reference about problems. {@code -Dberth.regenerate=true} writes them. */
class ProblemReferenceTest {
    private static final Path FOLDER = Path.of("..", "docs", "reference");

    @Test
    void thePublishedSchemaIsFresh() throws IOException {
        assertFresh("problem.schema.json", Json.pretty(JsonSchema.of(ProblemSchema.PROBLEM)));
    }

    @Test
    void theReferenceFileIsFresh() throws IOException {
        assertFresh("problem.yaml", ReferenceFile.of(ProblemSchema.PROBLEM));
    }

    @Test
    void theReferenceFileIsAProblem() {
        String text = ReferenceFile.of(ProblemSchema.PROBLEM);

        StatedProblem problem =
                ProblemReader.read(TreeReader.read(Source.text("problem.yaml", text)), "problem", Sense.MAXIMIZE);

        assertThat(problem.tasks().size()).isEqualTo(2);
        assertThat(problem.rooms()).isEmpty();
    }

    @Test
    void everyDefaultAndExampleIsAValueOfItsKey() {
        for (Section section :
                List.of(ProblemSchema.PROBLEM, ProblemSchema.TASK, ProblemSchema.AGENT, ProblemSchema.EXCEPTION)) {
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

    private static void assertFresh(String name, String content) throws IOException {
        Path file = FOLDER.resolve(name);
        if (Boolean.getBoolean("berth.regenerate")) {
            Files.writeString(file, content);
        }
        assertThat(file)
                .as("generated; mvn -q -pl optimize -am test -Dberth.regenerate=true writes it")
                .exists()
                .content()
                .isEqualTo(content);
    }
}
