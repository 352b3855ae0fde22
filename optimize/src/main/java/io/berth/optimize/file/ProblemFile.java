package io.berth.optimize.file;

import io.berth.optimize.file.unit.Sense;
import io.berth.spec.input.Assignment;
import io.berth.spec.input.InputException;
import io.berth.spec.input.NearestName;
import io.berth.spec.input.Quote;
import io.berth.spec.input.SiblingName;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.input.TreeReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads a problem from a file of any form, or from one that Berth ships. */
public final class ProblemFile {
    private static final int HEAD_BYTES = 4096;

    /**
     * What the command line says of a problem.
     *
     * @param sense in place of the file's own; null for its own
     * @param number which of several problems of a file, from 1; 0 where nobody said
     * @param settings values put into a document
     */
    public record Choice(@Nullable Sense sense, int number, List<Assignment> settings) {
        public Choice {
            settings = List.copyOf(settings);
        }
    }

    private ProblemFile() {}

    /**
     * The problem called {@code name}: a file, or one that Berth ships where there is no such file.
     *
     * @throws InputException where there is none, or something in it is wrong
     */
    public static StatedProblem read(String name, Choice choice) {
        Path file = path(name);
        if (!Files.exists(file)) {
            Source shipped = ShippedProblem.find(name);
            if (shipped == null) {
                throw new InputException(
                        name,
                        "there is no such file" + hint(name, file) + "; problems that Berth ships: "
                                + String.join(", ", ShippedProblem.names()));
            }
            return document(shipped, choice);
        }
        if (Files.isDirectory(file)) {
            throw new InputException(name, "is a folder, not a file");
        }
        return isNumbers(file) ? numbers(file, choice) : document(Source.file(file), choice);
    }

    private static String hint(String name, Path file) {
        String nearest = NearestName.of(name, ShippedProblem.names());
        return nearest.isEmpty() ? SiblingName.hint(file) : "; did you mean " + Quote.of(nearest) + "?";
    }

    private static StatedProblem numbers(Path file, Choice choice) {
        if (!Files.isRegularFile(file)) {
            throw new InputException(file.toString(), "is no ordinary file; write its text to one first");
        }
        if (!choice.settings().isEmpty()) {
            throw new InputException(
                    Assignment.OPTION, "goes only with a document, and " + file + " holds numbers alone");
        }
        Sense sense = choice.sense();
        if (sense == null) {
            throw new InputException(
                    file.toString(), "holds numbers alone, which do not say their sense: add --minimize or --maximize");
        }
        return new OrLibrary(file, sense).read(choice.number());
    }

    private static StatedProblem document(Source source, Choice choice) {
        if (choice.number() > 0) {
            throw new InputException(
                    "--problem " + choice.number(),
                    "goes only with a file of several problems, and " + source.name() + " is a document of one");
        }
        Tree tree = TreeReader.read(source);
        for (Assignment setting : choice.settings()) {
            tree = setting.applyTo(tree);
        }
        return ProblemReader.read(tree, source.baseName(), choice.sense());
    }

    /** Whether the first thing in a file is a number: a document begins with a key, a bracket or a comment. */
    private static boolean isNumbers(Path file) {
        String lower = file.toString().toLowerCase(Locale.ROOT);
        if (lower.endsWith(".yaml") || lower.endsWith(".yml") || lower.endsWith(".json")) {
            return false;
        }
        try (InputStream in = Files.newInputStream(file)) {
            byte[] head = in.readNBytes(HEAD_BYTES);
            int at = 0;
            while (at < head.length && head[at] >= 0 && head[at] <= ' ') {
                at++;
            }
            boolean signed = at + 1 < head.length && (head[at] == '-' || head[at] == '+' || head[at] == '.');
            byte first = at == head.length ? 0 : head[signed ? at + 1 : at];
            return first >= '0' && first <= '9';
        } catch (AccessDeniedException e) {
            throw new InputException(file.toString(), "may not be read: permission denied");
        } catch (IOException e) {
            throw new InputException(file.toString(), "cannot be read: " + e.getMessage());
        }
    }

    private static Path path(String name) {
        try {
            return Path.of(name);
        } catch (InvalidPathException e) {
            throw new InputException(name, "is no file name");
        }
    }
}
