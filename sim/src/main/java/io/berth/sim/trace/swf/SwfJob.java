package io.berth.sim.trace.swf;

/**
 * A job of a log in Standard Workload Format; times in nanoseconds of the log's own clock, {@link #UNKNOWN} for what the log
 * does not say.
 *
 * @param number field 1
 * @param submitNanos field 2
 * @param runNanos field 4
 * @param allocatedProcessors field 5
 * @param requestedProcessors field 8
 * @param requestedNanos field 9, the run time its user expects
 * @param requestedMemoryKib field 10, per processor
 * @param status field 11
 * @param user field 12
 * @param group field 13
 * @param executable field 14
 * @param queue field 15
 * @param partition field 16
 */
public record SwfJob(
        long number,
        long submitNanos,
        long runNanos,
        long allocatedProcessors,
        long requestedProcessors,
        long requestedNanos,
        long requestedMemoryKib,
        int status,
        long user,
        long group,
        long executable,
        long queue,
        long partition) {
    /** What the log does not say: any negative number there. */
    public static final long UNKNOWN = -1;

    /** Status of a job that was cancelled, before it ran or while it ran. */
    static final int CANCELLED = 5;

    /** Statuses from this to {@link #LAST_PART} are of lines that tell a part of a job that has a line for the whole too. */
    static final int FIRST_PART = 2;

    static final int LAST_PART = 4;

    /** The larger of the processors it got and those it asked for; {@link #UNKNOWN} where the log has neither. */
    public long processors() {
        long most = StrictMath.max(allocatedProcessors, requestedProcessors);
        return most > 0 ? most : UNKNOWN;
    }
}
