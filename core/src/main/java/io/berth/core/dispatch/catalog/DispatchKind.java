package io.berth.core.dispatch.catalog;

/** The parts of the way that requests are spread; each is one key of its configuration. */
public enum DispatchKind {
    BALANCE,
    QUEUE,
    ADMIT;

    /** The key in a strategy, such as {@code balance}. */
    public String key() {
        return switch (this) {
            case BALANCE -> "balance";
            case QUEUE -> "queue";
            case ADMIT -> "admit";
        };
    }
}
