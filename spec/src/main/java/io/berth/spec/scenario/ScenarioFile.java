package io.berth.spec.scenario;

import io.berth.spec.input.InputException;
import io.berth.spec.input.Quote;
import io.berth.spec.input.SiblingName;
import io.berth.spec.schema.Fields;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file or folder that a scenario names; a missing one is an error at the key that names it. */
public final class ScenarioFile {
    private ScenarioFile() {}

    /** The file that {@code key} names, relative to {@code folder}. */
    public static Path file(Fields fields, String key, Path folder) {
        Path file = fields.path(key, folder);
        if (Files.isDirectory(file)) {
            throw InputException.at(fields.value(key), "is a folder, not a file: " + Quote.of(file.toString()));
        }
        return existing(fields, key, file);
    }

    static Path folder(Fields fields, String key, Path folder) {
        Path inner = existing(fields, key, fields.path(key, folder));
        if (!Files.isDirectory(inner)) {
            throw InputException.at(fields.value(key), "is no folder: " + Quote.of(inner.toString()));
        }
        return inner;
    }

    private static Path existing(Fields fields, String key, Path path) {
        if (!Files.exists(path)) {
            String problem = "there is no " + Quote.of(path.toString()) + SiblingName.hint(path);
            throw InputException.at(fields.value(key), problem);
        }
        return path;
    }
}
