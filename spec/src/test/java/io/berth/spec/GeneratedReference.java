package io.berth.spec;

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

/** The generated files of docs/reference. {@code -Dberth.regenerate=true} writes them. */
public final class GeneratedReference {
    private static final Path FOLDER = Path.of("..", "docs", "reference");

    private GeneratedReference() {}

    /** The published schema and the reference file of what users write as {@code name}. */
    public static void assertFresh(String name, Section section) throws IOException {
        assertFresh(name + ".schema.json", Json.pretty(JsonSchema.of(section)));
        assertFresh(name + ".yaml", ReferenceFile.of(section));
    }

    /** Defaults and examples are values of their keys. */
    public static void assertValues(List<Key> keys) {
        for (Key key : keys) {
            for (String yaml : List.of(key.fallback(), key.example())) {
                if (!yaml.isEmpty()) {
                    key.shape().check(TreeReader.read(Source.inline("key " + key.name(), yaml)));
                }
            }
        }
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
