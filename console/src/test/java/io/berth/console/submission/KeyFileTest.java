package io.berth.console.submission;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.spec.input.InputException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeyFileTest {
    @TempDir
    Path folder;

    @Test
    void whatIsNoFileOfKeysIsRefusedWithTheCure() throws IOException {
        Path directory = Files.createDirectory(folder.resolve("directory"));
        Path empty = Files.write(folder.resolve("empty"), new byte[0]);
        Path noise = Files.write(folder.resolve("noise"), new byte[] {1, -1, 7});
        Path huge = folder.resolve("huge");
        try (RandomAccessFile sparse = new RandomAccessFile(huge.toFile(), "rw")) {
            sparse.setLength(5L << 30);
        }
        for (Path odd : new Path[] {directory, empty, noise, huge}) {
            assertThatThrownBy(() -> KeyFile.read(odd))
                    .isInstanceOf(InputException.class)
                    .hasMessageContaining(odd.toString())
                    .hasMessageContaining("move it away");
        }
    }
}
