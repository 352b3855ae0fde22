package io.berth.core.strategy;

import java.util.Locale;

/**
 * The parts of a strategy; each is one key of its configuration. What reads, writes, describes and stores strategies goes by what is
 * said here; the order is that of the journal's fields, so a new kind comes last.
 */
public enum PolicyKind {
    ORDER("fcfs", "Which pending job is tried first."),
    PLACE("best-fit", "Which node a task goes to."),
    BACKFILL("none", "What happens behind a job that does not fit."),
    PREEMPT("none", "Whether running jobs make room for waiting ones."),
    PLAN("none", "Whether the first jobs of the queue are planned together."),
    FILTER("fit", "Which nodes may take a task."),
    GANG("one-by-one", "How the tasks of a job get room together."),
    DELAY("none", "Whether a job waits for a better place than it could have."),
    DEVICE("any", "On which devices a job goes first, where several models will do."),
    DOMAIN("tightest", "Which domain of the topology a job goes to that must be in one."),
    SHARE("none", "Which queue goes first, where queues are declared."),
    RECLAIM("none", "Whether queues get back what others borrowed of their quota."),
    BOUND("none", "Within which time a job that waits shall start."),
    RESIZE("none", "Whether jobs that run get more of their tasks, and give some back."),
    CONSOLIDATE("none", "Whether running jobs move so that a waiting one fits.");

    private final PolicySpec fallback;
    private final String doc;

    PolicyKind(String fallback, String doc) {
        this.fallback = PolicySpec.of(fallback);
        this.doc = doc;
    }

    /** The key in a strategy, such as {@code order}. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What a strategy has that does not name one. */
    public PolicySpec fallback() {
        return fallback;
    }

    /** What it decides, a sentence. */
    public String doc() {
        return doc;
    }

    /** True where people are told of {@code part}; that which is the default goes without saying where most strategies have it. */
    public boolean tells(PartSpec part) {
        return switch (this) {
            case FILTER, GANG, DELAY, DEVICE, DOMAIN, SHARE, RECLAIM, BOUND, RESIZE, CONSOLIDATE ->
                !part.equals(fallback);
            case ORDER, PLACE, BACKFILL, PREEMPT, PLAN -> true;
        };
    }

    /** True where several policies may decide together. */
    public boolean combines() {
        return this == PLACE;
    }
}
