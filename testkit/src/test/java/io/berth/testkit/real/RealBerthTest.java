package io.berth.testkit.real;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** A real Berth for the tests of a class; such classes take turns. */
@ResourceLock("real Berth")
abstract class RealBerthTest {
    @TempDir
    static Path folder;

    static RealBerth berth;

    @BeforeAll
    static void start() throws IOException {
        berth = new RealBerth(folder);
    }

    @AfterAll
    static void nothingIsLeft() {
        berth.stop();
    }
}
