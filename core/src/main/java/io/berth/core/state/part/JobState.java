package io.berth.core.state.part;

/** Where a job, or one of its tasks, is in its life. */
public enum JobState {
    /** Waits in the queue; holds nothing. */
    PENDING,
    /** Its room is taken, the order to start is on its way. */
    RESERVED,
    /** The world is at work on the start. */
    STARTING,
    /** Runs. */
    RUNNING,
    /** Was told to stop and still holds its room. */
    STOPPING,
    /** Over; holds nothing. */
    ENDED;

    private static final JobState[] ALL = values();

    /** By its place in the declaration, which is a part of what states write. */
    public static JobState of(int place) {
        return ALL[place];
    }
}
