package io.berth.spec.input;

import java.util.Collection;
import java.util.List;

/**
 * Something a user wrote is wrong. The message is one line for that user: the place (file:line:column, key path), the problem
 * with the value, what is allowed, and the nearest known name where there is one.
 */
public final class InputException extends RuntimeException {
    private final String place;
    private final String key;
    private final String problem;

    /** An error at {@code place}, which is a file, a {@link Position}, an option or whatever the user knows it by. */
    public InputException(String place, String problem) {
        this(place, "", problem);
    }

    private InputException(String place, String key, String problem) {
        super(Quote.oneLine(place + ": " + problem));
        this.place = Quote.oneLine(place);
        this.key = Quote.oneLine(key);
        this.problem = Quote.oneLine(problem);
    }

    /** An error of {@code tree}'s value. */
    public static InputException at(Tree tree, String problem) {
        return at(tree.position(), tree.path(), problem);
    }

    /** An error at {@code position}, of the key {@code path}; empty for the text as a whole. */
    public static InputException at(Position position, String path, String problem) {
        return new InputException(position.toString(), path, path.isEmpty() ? problem : path + ": " + problem);
    }

    /** An error at {@code position} about {@code name}, which is or should be a key of the map {@code path}. */
    public static InputException about(Position position, String path, String name, String problem) {
        String words = path.isEmpty() ? problem : path + ": " + problem;
        return new InputException(position.toString(), Tree.below(path, name), words);
    }

    /** The words for a {@code kind} of name that is not among {@code known}: the nearest of them, and all where they are few. */
    public static String unknown(String kind, String given, Collection<String> known) {
        String nearest = NearestName.of(given, known);
        String hint = nearest.isEmpty() ? "" : "; did you mean " + Quote.of(nearest) + "?";
        return "unknown " + kind + " " + Quote.of(given) + hint + " (known: " + String.join(", ", List.copyOf(known))
                + ")";
    }

    /** Where the error is. */
    public String place() {
        return place;
    }

    /** The path of the key that is wrong, such as {@code demand.gpus}; empty where the error is of no single key. */
    public String key() {
        return key;
    }

    /** What is wrong there. */
    public String problem() {
        return problem;
    }
}
