package io.berth.core.workload;

/** What a job is for, which says how it ends. */
public enum JobKind {
    /** Training or any work that ends by itself. */
    BATCH,
    /** Replicas of a model server; runs until cancelled. */
    SERVICE,
    /** A notebook or shell with a person in front of it. */
    INTERACTIVE
}
