package io.berth.core.policy.device;

import io.berth.core.workload.term.RunProfile;

/**
 * Devices of a node as they are for one job.
 *
 * @param pace how fast the job is there, millionths of the speed that its run time is told for
 * @param micros what one of the devices costs an hour, millionths; 0 where no price is told
 * @param utility what the job is worth there, millionths of what it is worth where nothing is told
 */
public record Offer(long pace, long micros, long utility) {
    /** What an hour of work costs there that is told for a speed of 1, millionths of the currency; rounded. */
    public long microsOfWork() {
        return StrictMath.round((double) micros * RunProfile.TOLD / pace);
    }
}
