package io.berth.core.decision;

/** What would turn a "no" into a "yes". */
public enum Cure {
    /** Nothing that the cluster as declared can do. */
    NEVER,
    /** Something that is held now is given back. */
    ON_RELEASE,
    /** Something that runs is taken away from its holder. */
    ON_PREEMPTION,
    /** A known moment comes. */
    AT_TIME,
    /** Somebody says so. */
    BY_OPERATOR
}
