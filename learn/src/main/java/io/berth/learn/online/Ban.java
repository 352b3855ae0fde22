package io.berth.learn.online;

/**
 * A candidate that was demoted: it is not tried again until so many jobs have ended, twice as many after each further demotion. What
 * was bad once may be right when the jobs are other ones again; what is bad again and again costs ever less.
 *
 * @param id of the candidate
 * @param times it was demoted
 * @param jobs that must end before it is tried again
 */
public record Ban(String id, int times, long jobs) {
    private static final int MOST_DOUBLED = 20;

    /** The next one of a candidate that was demoted {@code times} before, which waits {@code leastJobs} doubled as often. */
    static Ban after(String id, int times, int leastJobs) {
        return new Ban(id, times + 1, (long) leastJobs << StrictMath.min(times + 1, MOST_DOUBLED));
    }

    /** The same where {@code ended} jobs are not to be waited for any more. */
    Ban sooner(long ended) {
        return new Ban(id, times, StrictMath.max(0, jobs - ended));
    }

    /** The same where {@code ended} jobs more are to be waited for. */
    Ban later(long ended) {
        return new Ban(id, times, jobs + ended);
    }
}
