package io.berth.local.world;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A test with a state folder in which one task was started, the third of job 1007, by decision 9. */
abstract class StartedTaskTest {
    @TempDir
    Path state;

    /** Of the task. */
    Path folder;

    @BeforeEach
    final void makeFolder() throws IOException {
        folder = Files.createDirectories(state.resolve("run/1/1007-2-9"));
    }
}
