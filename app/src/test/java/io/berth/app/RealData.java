package io.berth.app;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The folder of published traces: {@code -Dberth.data}, {@code BERTH_DATA}, or {@code ../shared/data} beside the repository. */
public final class RealData {
    static final String ABSENT = "no traces here: neither -Dberth.data nor BERTH_DATA nor ../shared/data is a folder";

    private RealData() {}

    /** The folder, or null where there is none. */
    public static @Nullable Path folder() {
        String named = System.getProperty("berth.data", System.getenv().getOrDefault("BERTH_DATA", ""));
        if (!named.isEmpty()) {
            return Files.isDirectory(Path.of(named)) ? Path.of(named) : null;
        }
        // Tests run in the folder of their module.
        Path beside = Path.of("").toAbsolutePath().resolve("../../shared/data").normalize();
        return Files.isDirectory(beside) ? beside : null;
    }
}
