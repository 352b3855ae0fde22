package io.berth.core.dispatch.flow;

import io.berth.core.dispatch.Again;
import io.berth.core.dispatch.Refusal;

/** How a request ended. */
public sealed interface Outcome {
    /** How it ended where there is nothing more to say. */
    enum Plain implements Outcome {
        /** All its stages are done. */
        ANSWERED,
        /** Its client did not want it any more. */
        CANCELLED,
        /** Its client waited no longer. */
        TIMED_OUT
    }

    /**
     * It was not let in, or one of its stages was not.
     *
     * @param again when it would be let in
     */
    record Rejected(Refusal reason, Again again) implements Outcome {}

    /** It was let in and could not be answered. */
    record Failed(Failure reason) implements Outcome {}
}
