package io.berth.core.strategy;

/**
 * A parameter of a policy, as the catalog lists it.
 *
 * @param name its key
 * @param type what values it takes
 * @param fallback the value where none is given, as text
 * @param doc what it does, with its unit
 */
public record Parameter(String name, Type type, String fallback, String doc) {
    /** What a parameter's text must be. */
    public enum Type {
        INTEGER,
        NUMBER,
        TEXT,
        /** Amounts by name: {@code a=4,b=50%}; where people write it, that or a map {@code {a: 4, b: 50%}}. */
        MAP,
        /** A learnt model: its text; where people write it, the name of its file. */
        MODEL
    }
}
