package io.berth.spec.stream;

import io.berth.spec.input.Position;

/** What a text is made of, one after another, whichever way it is written. */
interface Tokens {
    /** What one is. */
    enum Kind {
        MAP,
        MAP_END,
        LIST,
        LIST_END,
        KEY,
        VALUE,
        /** The text ends. */
        END
    }

    /** Goes to the next one. Whatever is wrong with the text is an {@link io.berth.spec.input.InputException}. */
    Kind next();

    /** Of a key or value. */
    String text();

    /** True for a value that its author put in quotes. */
    boolean quoted();

    /** Where it stands. */
    Position position();
}
