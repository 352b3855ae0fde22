package io.berth.app.option;

import java.util.List;
import java.util.function.Supplier;

/**
 * The words that a value may be, for shells that complete them; a command reads its values itself.
 *
 * @param several true where it may be several of them, separated by commas
 * @param all makes the list when it is asked for: a command that runs need not know
 */
public record Words(boolean several, Supplier<List<String>> all) {
    /** Of a value that is none of a few. */
    public static final Words ANY = new Words(false, List::of);

    /** One of {@code all}. */
    public static Words one(Supplier<List<String>> all) {
        return new Words(false, all);
    }

    /** Some of {@code all}. */
    public static Words some(Supplier<List<String>> all) {
        return new Words(true, all);
    }
}
