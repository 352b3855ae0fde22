package io.berth.spec.input;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** A file that a user named. */
public final class InputFile {
    private InputFile() {}

    /** The path that {@code name} is. */
    public static Path path(String name) {
        try {
            return Path.of(name);
        } catch (InvalidPathException e) {
            throw new InputException(name, "is no file name");
        }
    }

    /** Opens it for reading. */
    public static InputStream open(Path file) {
        String name = file.toString();
        if (Files.isDirectory(file)) {
            throw new InputException(name, "is a folder, not a file");
        }
        try {
            return Files.newInputStream(file);
        } catch (NoSuchFileException e) {
            throw new InputException(name, "there is no such file" + SiblingName.hint(file));
        } catch (AccessDeniedException e) {
            throw new InputException(name, "may not be read: permission denied");
        } catch (IOException e) {
            throw unreadable(name, e);
        }
    }

    /** That {@code name} could be opened, and failed. */
    public static InputException unreadable(String name, IOException cause) {
        return new InputException(name, "cannot be read: " + cause.getMessage());
    }
}
