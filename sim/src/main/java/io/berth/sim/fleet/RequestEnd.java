package io.berth.sim.fleet;

import io.berth.core.dispatch.flow.Outcome;
import io.berth.sim.request.RequestArrival;

/**
 * What became of a request.
 *
 * @param number in the order of arrival, from 1
 * @param atNanos when it was answered or ended otherwise
 * @param startNanos when the first of its stages got a slot; {@link #NOT_YET} where none did
 * @param server where that was, by its place among the servers that were declared; {@link #NO_SERVER} where none did
 * @param queuedNanos time in queues of the stages that ended, all together
 * @param firstNanos when its first token came; {@link #NOT_YET} where an answer comes as a whole
 * @param outcome how it ended
 */
public record RequestEnd(
        RequestArrival arrival,
        long number,
        long atNanos,
        long startNanos,
        int server,
        long queuedNanos,
        long firstNanos,
        Outcome outcome) {
    /** A time that never came. */
    public static final long NOT_YET = -1;

    /** The server of a request of which no stage ran. */
    public static final int NO_SERVER = -1;

    /** Whether it was answered. */
    public boolean answered() {
        return outcome == Outcome.Plain.ANSWERED;
    }
}
