package io.berth.app;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A test with a {@link ScenarioFolder} of its own. */
public abstract class ScenarioTest {
    @TempDir
    protected Path temp;

    protected ScenarioFolder folder;

    @BeforeEach
    final void writeTheScenarios() throws IOException {
        folder = ScenarioFolder.in(temp);
    }
}
