package io.berth.testkit.reference;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.testkit.architecture.Code;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Files of docs/reference that are made of the code. */
public final class GeneratedFile {
    private static final Path FOLDER = Code.checkout().resolve("docs/reference");

    private GeneratedFile() {}

    /** The file has {@code content}; {@code -Dberth.regenerate=true} writes it first. */
    public static void assertFresh(String name, String content) throws IOException {
        Path file = FOLDER.resolve(name);
        if (Boolean.getBoolean("berth.regenerate")) {
            Files.writeString(file, content);
        }
        assertThat(file)
                .as("generated; mvn -q -pl testkit -am test -Dberth.regenerate=true writes it")
                .exists()
                .content()
                .isEqualTo(content);
    }
}
