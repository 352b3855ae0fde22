package io.berth.live.driver;

/**
 * Jobs, and what their documents take.
 *
 * @param jobs how many
 * @param bytes of memory, as {@link SpecBytes} counts
 */
public record Amount(long jobs, long bytes) {
    static final Amount NOTHING = new Amount(0, 0);

    Amount plus(long moreJobs, long moreBytes) {
        return new Amount(jobs + moreJobs, bytes + moreBytes);
    }
}
