package io.berth.local.disk;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WriteSpeedTest {
    private static final long HALF_A_SECOND = 500_000_000;

    @TempDir
    Path folder;

    @Test
    void whatIsWrittenInASecondIsTheSpeedAndNothingStays() {
        AtomicLong clock = new AtomicLong();

        long speed = WriteSpeed.measure(folder, () -> clock.getAndAdd(HALF_A_SECOND));

        assertThat(speed).as("two pieces of 16 MiB in a second").isEqualTo(32 << 20);
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void aFolderThatIsNotThereIsNotMeasured() {
        assertThat(WriteSpeed.measure(folder.resolve("nowhere"), () -> 0)).isZero();
    }
}
