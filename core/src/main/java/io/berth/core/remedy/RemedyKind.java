package io.berth.core.remedy;

/** What somebody would have to do. */
public enum RemedyKind {
    /** Another model of device will do too. */
    MODEL,
    /** It is more urgent than all that wait. */
    PRIORITY,
    /** Any node will do, whatever its labels. */
    LABELS,
    /** Each of its tasks needs less. */
    DEMAND,
    /** It has fewer tasks. */
    TASKS
}
