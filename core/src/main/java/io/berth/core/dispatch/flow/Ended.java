package io.berth.core.dispatch.flow;

import io.berth.core.dispatch.precedence.Result;

/**
 * What became of a request.
 *
 * @param number that of its arrival
 * @param atNanos when that was
 * @param startNanos when the first of its stages got a slot; {@link Attempt#NOT_YET} where none did
 * @param queuedNanos time in queues of the stages that were done, all together
 * @param retries how often it was sent again
 * @param error whether what it was answered with is no answer, such as a status of HTTP that says so
 */
public record Ended(
        long number, Outcome outcome, long atNanos, long startNanos, long queuedNanos, int retries, boolean error) {
    /** How those see it that come after it. */
    public Result result() {
        if (outcome == Outcome.Plain.ANSWERED) {
            return error ? Result.FAILED : Result.DONE;
        }
        return outcome instanceof Outcome.Rejected ? Result.ABSENT : Result.FAILED;
    }
}
