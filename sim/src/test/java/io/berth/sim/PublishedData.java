package io.berth.sim;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/** What was published, where it is at hand: {@code -Dberth.data}, {@code BERTH_DATA}, or {@code ../shared/data} beside the repository. */
public final class PublishedData {
    private PublishedData() {}

    /** A file or a folder of it; a test that asks for what is not here is skipped. */
    public static Path needed(String name) {
        String named = System.getProperty("berth.data", System.getenv().getOrDefault("BERTH_DATA", ""));
        // Tests run in the folder of their module.
        Path path = Path.of(named.isEmpty() ? "../../shared/data" : named, name)
                .toAbsolutePath()
                .normalize();
        assumeTrue(Files.exists(path), "no " + path + ": set -Dberth.data or BERTH_DATA");
        return path;
    }
}
