package io.berth.sim.trace.openb;

import io.berth.core.workload.Demand;

/**
 * A pod of an openb list.
 *
 * @param name unique in the list
 * @param demand what it asks for; equal demands of a list are one object
 * @param qos its class of service in small letters ({@code ls}, {@code be}, ...); empty where the list has none
 * @param createdSeconds when it was submitted, seconds since the trace began; {@link #UNSTATED} where the list has none
 * @param scheduledSeconds when it was placed, likewise; unstated for a pod that never was
 * @param deletedSeconds when it went away, likewise
 */
public record OpenbPod(
        String name, Demand demand, String qos, long createdSeconds, long scheduledSeconds, long deletedSeconds) {
    /** A time that the list does not give. */
    public static final long UNSTATED = -1;

    /** The list says when the pod came and went. */
    public boolean timed() {
        return createdSeconds != UNSTATED && deletedSeconds != UNSTATED;
    }

    /**
     * How long it ran: from its placement to its end, or from its submission where it was never placed (then its wait is
     * all that is known of it).
     */
    public long runSeconds() {
        return deletedSeconds - (scheduledSeconds == UNSTATED ? createdSeconds : scheduledSeconds);
    }
}
