package io.berth.core.remedy;

/** What somebody would have to do; what costs least first. */
public enum RemedyKind {
    /** Another model of device will do too. */
    MODEL,
    /** Any node will do, whatever its labels. */
    LABELS,
    /** It is of another queue. */
    QUEUE,
    /** It is more urgent than all that wait. */
    PRIORITY,
    /** Each of its tasks needs less. */
    DEMAND,
    /** It has fewer tasks. */
    TASKS,
    /** Queues have a right to more. */
    RIGHTS,
    /** Running jobs are stopped and held, though the strategy would not stop them for it. */
    VICTIMS;

    /** True where it is no change of the job itself: who runs the cluster does it. */
    public boolean byOperator() {
        return this == RIGHTS || this == VICTIMS;
    }
}
