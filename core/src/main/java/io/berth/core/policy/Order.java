package io.berth.core.policy;

/** Says which waiting job is tried first. */
@FunctionalInterface
public interface Order {
    /** The job's place in the queue: smaller goes first; equal keys go by submission, then by number. */
    long key(WaitingJob job);
}
