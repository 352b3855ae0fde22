package io.berth.spec.fleet;

/**
 * Something that happens to a server.
 *
 * @param atNanos after the first request came
 * @param server its place among the servers that are declared
 * @param factor how many times as long everything takes where it {@link Kind#SLOWS}; else without meaning
 * @param others share of its GPU that somebody else uses from then on, by which it slows
 */
public record ServerChange(long atNanos, int server, Kind kind, double factor, double others) {
    /** One that slows without anybody else on its GPU. */
    public ServerChange(long atNanos, int server, Kind kind, double factor) {
        this(atNanos, server, kind, factor, 0);
    }

    /** One that slows nothing. */
    public ServerChange(long atNanos, int server, Kind kind) {
        this(atNanos, server, kind, 1);
    }

    /** What happens. */
    public enum Kind {
        /** It is gone without a word; what was on it is lost. */
        FAILS,
        /** It is as it began: after it failed with the models that it begins with, else with those that it has. */
        RECOVERS,
        /** Everything takes longer there. */
        SLOWS,
        /** It takes requests and answers nothing any more, not even whether it is there. */
        HANGS,
        /** It answers each request that comes with an error, at once, and says that it is well. */
        ERRS,
        /** It drains and leaves. */
        LEAVES,
        /** It comes for the first time, or again after it left. */
        JOINS
    }
}
