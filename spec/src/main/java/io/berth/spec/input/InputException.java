package io.berth.spec.input;

import java.util.Collection;
import java.util.List;

/**
 * Something a user wrote is wrong. The message is one line for that user: the place (file:line:column, key path), the problem
 * with the value, what is allowed, and the nearest known name where there is one.
 */
public final class InputException extends RuntimeException {
    private final String place;
    private final String problem;

    /** An error at {@code place}, which is a file, a {@link Position}, an option or whatever the user knows it by. */
    public InputException(String place, String problem) {
        super(Quote.oneLine(place + ": " + problem));
        this.place = Quote.oneLine(place);
        this.problem = Quote.oneLine(problem);
    }

    /** An error of {@code tree}'s value. */
    public static InputException at(Tree tree, String problem) {
        return at(tree.position(), tree.path(), problem);
    }

    /** An error at {@code position}, of the key {@code path}; empty for the text as a whole. */
    public static InputException at(Position position, String path, String problem) {
        return new InputException(position.toString(), path.isEmpty() ? problem : path + ": " + problem);
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

    /** What is wrong there. */
    public String problem() {
        return problem;
    }
}
