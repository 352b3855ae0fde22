package io.berth.sim.forecast;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * When a job is expected to start and to end.
 *
 * @param verdict whether that is known
 * @param start null where it is not
 * @param end null where it is not, or where nobody knows how long the job runs
 * @param position its place in the order in which waiting jobs are tried, from 1; 0 where it is not in the queue
 * @param cause what its start waits for
 * @param restsOn its own run time, then those of the jobs on whose ends its start hangs, one after the other; where the start is
 *     not known, those of the jobs that hold room and have no end
 * @param samples how many courses of drawn run times the ranges are of; 0 where all run times are known
 * @param days from how many days before submissions to come were drawn; 0 where none were
 */
public record Eta(
        Verdict verdict,
        @Nullable Moment start,
        @Nullable Moment end,
        int position,
        Cause cause,
        List<RunTime> restsOn,
        int samples,
        int days) {
    public Eta {
        restsOn = List.copyOf(restsOn);
    }

    /** The same with the start and its range as {@code members} courses have it, with submissions drawn from {@code newDays} days. */
    public Eta ranged(Moment newStart, int members, int newDays) {
        return new Eta(verdict, newStart, end, position, cause, restsOn, members, newDays);
    }

    /** What can be said. */
    public enum Verdict {
        /** It starts. */
        STARTS,
        /** It waits for what has no known end, or for nothing that comes. */
        UNKNOWN,
        /** It is turned away before it starts. */
        TURNED_AWAY,
        /** Its start is further away than was looked. */
        FAR
    }
}
