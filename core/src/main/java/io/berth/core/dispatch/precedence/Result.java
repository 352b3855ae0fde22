package io.berth.core.dispatch.precedence;

import io.berth.core.dispatch.flow.Ended;
import io.berth.core.dispatch.flow.Outcome;

/** How a request ended, as those see it that come after it. */
public enum Result {
    /** It was answered. */
    DONE,
    /** It was not, or with an error. */
    FAILED,
    /** It was not let in, and may come again. */
    ABSENT;

    /** That of {@code end}. */
    public static Result of(Ended end) {
        if (end.outcome() == Outcome.Plain.ANSWERED) {
            return end.error() ? FAILED : DONE;
        }
        return end.outcome() instanceof Outcome.Rejected ? ABSENT : FAILED;
    }
}
