package io.berth.core.state;

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

    static final JobState[] ALL = values();
}
