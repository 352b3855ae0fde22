package io.berth.app.dump;

import io.berth.spec.input.InputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A folder that is there when all in it is, and else is not.
 *
 * @param path of which nothing is there
 */
record NewFolder(Path path) {
    /**
     * @param place what errors call who named it
     * @throws InputException where it is there already, or cannot be made
     */
    static NewFolder at(String place, Path path) {
        Path parent = path.toAbsolutePath().normalize().getParent();
        if (Files.exists(path)) {
            throw new InputException(place, "\"" + path + "\" is there already: name another folder");
        }
        if (parent == null || !Files.isDirectory(parent)) {
            throw new InputException(place, "\"" + path + "\" is not in a folder that exists");
        }
        return new NewFolder(path.toAbsolutePath().normalize());
    }

    /** Makes it, as {@code filling} fills one beside it; what that returned. */
    <T> T fill(Function<Path, T> filling) {
        try {
            Path unfinished = Files.createTempDirectory(path.getParent(), "." + path.getFileName() + "-");
            try {
                T filled = filling.apply(unfinished);
                Files.move(unfinished, path, StandardCopyOption.ATOMIC_MOVE);
                return filled;
            } finally {
                delete(unfinished);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("The folder " + path + " cannot be written: " + e.getMessage(), e);
        }
    }

    private static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> all = Files.walk(folder)) {
                for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(each);
                }
            }
        }
    }
}
