package io.berth.core.dispatch.precedence;

/** How a request ended, as those see it that come after it. */
public enum Result {
    /** It was answered. */
    DONE,
    /** It was not, or with an error. */
    FAILED,
    /** It was not let in, and may come again. */
    ABSENT
}
