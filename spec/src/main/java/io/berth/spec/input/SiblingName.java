package io.berth.spec.input;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The file beside a missing one that its name most likely means. */
public final class SiblingName {
    /** A folder of more files is not searched for a hint. */
    private static final int MOST_FILES = 10_000;

    private SiblingName() {}

    /** The words {@code ; did you mean "x"?}, or empty. */
    public static String hint(Path missing) {
        Path folder = missing.toAbsolutePath().normalize().getParent();
        Path name = missing.getFileName();
        if (folder == null || name == null || !Files.isDirectory(folder)) {
            return "";
        }
        String nearest = NearestName.of(name.toString(), names(folder));
        return nearest.isEmpty() ? "" : "; did you mean " + Quote.of(nearest) + "?";
    }

    private static List<String> names(Path folder) {
        List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                names.add(file.getFileName().toString());
                if (names.size() > MOST_FILES) {
                    return List.of();
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            // Only a hint is lost.
            return List.of();
        }
        Collections.sort(names);
        return names;
    }
}
