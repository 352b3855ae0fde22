package io.berth.core.strategy;

/**
 * The parts of a strategy; each is one key of its configuration. What reads, writes, describes and stores strategies goes by what is
 * said here; the order is that of the journal's fields, so a new kind comes last.
 */
public enum PolicyKind {
    ORDER("order", "fcfs", "Which pending job is tried first."),
    PLACE("place", "best-fit", "Which node a task goes to."),
    BACKFILL("backfill", "none", "What happens behind a job that does not fit."),
    PREEMPT("preempt", "none", "Whether running jobs make room for waiting ones."),
    PLAN("plan", "none", "Whether the first jobs of the queue are planned together."),
    FILTER("filter", "fit", "Which nodes may take a task."),
    GANG("gang", "one-by-one", "How the tasks of a job get room together.");

    private final String key;
    private final PolicySpec fallback;
    private final String doc;

    PolicyKind(String key, String fallback, String doc) {
        this.key = key;
        this.fallback = PolicySpec.of(fallback);
        this.doc = doc;
    }

    /** The key in a strategy, such as {@code order}. */
    public String key() {
        return key;
    }

    /** What a strategy has that does not name one. */
    public PolicySpec fallback() {
        return fallback;
    }

    /** What it decides, a sentence. */
    public String doc() {
        return doc;
    }

    /** True where people are told of {@code part}; a filter or gang that is the default goes without saying. */
    public boolean tells(PartSpec part) {
        return this != FILTER && this != GANG || !part.equals(fallback);
    }

    /** True where several policies may decide together. */
    public boolean combines() {
        return this == PLACE;
    }
}
