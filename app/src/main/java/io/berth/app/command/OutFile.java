package io.berth.app.command;

import io.berth.spec.input.InputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.jspecify.annotations.Nullable;

/** A file that a command writes. */
public final class OutFile {
    private OutFile() {}

    /** @throws InputException where the {@code file} that {@code place} names could not be written, found before anything is done */
    public static void check(String place, @Nullable Path file) {
        if (file == null) {
            return;
        }
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder) || Files.isDirectory(file)) {
            throw new InputException(place, "\"" + file + "\" is no file in a folder that exists");
        }
    }

    /** Writes {@code text}; {@code what} it is, such as {@code strategy}. */
    public static void write(Path file, String text, String what) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException("The " + what + " cannot be written: " + e.getMessage(), e);
        }
    }

    /** The same; who reads {@code file} meanwhile finds what was there, or all of it. */
    public static void replace(Path file, String text, String what) {
        Path whole = file.resolveSibling(file.getFileName() + ".new");
        write(whole, text, what);
        try {
            Files.move(whole, file, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException("The " + what + " cannot be written: " + e.getMessage(), e);
        }
    }
}
