package io.berth.spec.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceTest {
    @TempDir
    private Path folder;

    @Test
    void aFileGivesItsTextAndItsFolder() throws IOException {
        Path file = write("\ufeffname: é\n".getBytes(StandardCharsets.UTF_8));

        Source source = Source.file(file);

        assertThat(source.text()).isEqualTo("name: é\n");
        assertThat(source.folder()).isEqualTo(folder);
        assertThat(source.baseName()).isEqualTo("job");
    }

    @Test
    void aFileThatCannotBeTextIsAnErrorThatNamesIt() throws IOException {
        assertError(folder, "is a folder, not a file");
        assertError(write(new byte[] {'a', '\n', 'b', (byte) 0xff, 'c'}), "job.yaml:2: is not UTF-8 text (byte 3)");
        assertError(write(new byte[] {'a', (byte) 0xc3}), "is not UTF-8 text");
        assertError(write(new byte[Source.MAX_BYTES + 1]), "is too large: more than 1048576 bytes");
        assertError(folder.resolve("jbo.yaml"), "there is no such file; did you mean \"job.yaml\"?");
        assertError(folder.resolve("no/such.yaml"), "there is no such file");
        assertThatThrownBy(() -> Source.file("a\0b")).hasMessage("a\\u0000b: is no file name");
    }

    @Test
    void theNearestNameIsAtMostAThirdAway() {
        List<String> known = List.of("order", "place", "backfill");

        assertThat(NearestName.of("backfil", known)).isEqualTo("backfill");
        assertThat(NearestName.of("Oredr", known)).isEqualTo("order");
        assertThat(NearestName.of("zzz", known)).isEmpty();
        assertThat(NearestName.of("x".repeat(1_000_000), known)).isEmpty();
        assertThat(NearestName.of("", known)).isEmpty();
    }

    private Path write(byte[] bytes) throws IOException {
        return Files.write(folder.resolve("job.yaml"), bytes);
    }

    private static void assertError(Path file, String part) {
        assertThatThrownBy(() -> Source.file(file))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith(file.toString())
                .hasMessageContaining(part);
    }
}
