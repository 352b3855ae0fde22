package io.berth.app.command;

import io.berth.spec.input.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The page that {@code --report} asks for.
 *
 * @param file where it goes; null where nobody asked for one
 */
public record PageFile(@Nullable Path file) {
    /** @throws InputException where it could not be written, found before anything runs */
    public void check() {
        if (file == null) {
            return;
        }
        if (Files.isDirectory(file)) {
            throw new InputException("--report " + file, "is a folder; name a file, such as report.html");
        }
        Path parent = file.toAbsolutePath().getParent();
        if (parent != null && !Files.isDirectory(parent)) {
            throw new InputException("--report " + file, "there is no folder " + parent);
        }
    }

    /** Writes {@code page} where somebody asked for it. */
    public void write(Supplier<String> page) {
        if (file == null) {
            return;
        }
        try {
            Files.writeString(file, page.get());
        } catch (IOException e) {
            throw new InputException("--report " + file, "cannot be written: " + e);
        }
    }
}
