package io.berth.core.strategy;

/** The parts of a strategy; each is one key of its configuration. */
public enum PolicyKind {
    ORDER,
    PLACE,
    BACKFILL,
    PREEMPT,
    PLAN;

    /** The key in a strategy, such as {@code order}. */
    public String key() {
        return switch (this) {
            case ORDER -> "order";
            case PLACE -> "place";
            case BACKFILL -> "backfill";
            case PREEMPT -> "preempt";
            case PLAN -> "plan";
        };
    }
}
