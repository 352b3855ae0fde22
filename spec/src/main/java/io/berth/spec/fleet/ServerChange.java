package io.berth.spec.fleet;

/**
 * Something that happens to a server.
 *
 * @param atNanos after the first request came
 * @param server its place among the servers that are declared
 */
public record ServerChange(long atNanos, int server, Kind kind) {
    /** What happens. */
    public enum Kind {
        /** It is gone without a word; what was on it is lost. */
        FAILS,
        /** It is back after it failed, with the models that it begins with. */
        RECOVERS,
        /** It drains and leaves. */
        LEAVES,
        /** It comes for the first time, or again after it left. */
        JOINS
    }
}
