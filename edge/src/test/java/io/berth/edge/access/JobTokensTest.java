package io.berth.edge.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.spec.input.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobTokensTest {
    @TempDir
    Path folder;

    @Test
    void aKeyThatIsThereIsUsedAgain() {
        Path file = folder.resolve("job-key");

        TaskStart start = new TaskStart(7, 0, 9, 1);

        assertThat(JobTokens.open(file).of(start))
                .isEqualTo(JobTokens.open(file).of(start));
    }

    @Test
    void whatIsNoKeyIsRefusedWithTheCure() throws IOException {
        Path directory = Files.createDirectory(folder.resolve("directory"));
        Path empty = Files.write(folder.resolve("empty"), new byte[0]);
        Path few = Files.writeString(folder.resolve("few"), "0123");
        Path noise = Files.write(folder.resolve("noise"), new byte[] {1, -1, 7});
        Path large = Files.write(folder.resolve("large"), new byte[10_000]);
        for (Path odd : new Path[] {directory, empty, few, noise, large}) {
            assertThatThrownBy(() -> JobTokens.open(odd))
                    .isInstanceOf(InputException.class)
                    .hasMessageContaining(odd.toString())
                    .hasMessageContaining("move it away");
        }
    }
}
