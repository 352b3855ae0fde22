package io.berth.sim.forecast;

import io.berth.core.time.Nanos;

/**
 * When a job that waits is expected to start, by many courses.
 *
 * @param start in four cases of five it starts between the early and the late moment; {@link Nanos#NEVER} for a
 *     moment that lies beyond what was looked at
 * @param position its place in the order in which waiting jobs are tried, from 1; 0 where it is not in the queue
 * @param run how long it is expected to run itself, and what that rests on
 */
public record StartEstimate(long job, Moment start, int position, RunTime run) {
    /** True where more than half of the courses come to it. */
    public boolean known() {
        return start.nanos() != Nanos.NEVER;
    }
}
