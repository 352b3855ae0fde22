package io.berth.optimize.file;

import io.berth.spec.input.Source;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Problems that are part of Berth: the files of {@code examples/solve}. */
public final class ShippedProblem {
    private static final List<String> NAMES = List.of(
            "textbook-a",
            "textbook-a-harder",
            "textbook-a-printed",
            "textbook-b",
            "textbook-b-completion",
            "textbook-b-makespan");

    private ShippedProblem() {}

    /** Their names. */
    public static List<String> names() {
        return NAMES;
    }

    /** The document called {@code name}; null where there is none. */
    static @Nullable Source find(String name) {
        if (!NAMES.contains(name)) {
            return null;
        }
        try (InputStream in = ShippedProblem.class.getResourceAsStream(name + ".yaml")) {
            if (in == null) {
                throw new IllegalStateException("The problem " + name + " is not part of this build.");
            }
            return Source.text(name, new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
