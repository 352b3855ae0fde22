package io.berth.core.policy;

/** The nodes where a task fits. */
public interface Candidates {
    /** How many. */
    int count();

    /** The one with {@code rank} candidates before it, from 0. */
    int at(int rank);

    /** The first candidate whose number is {@code node} or more; the first of all where there is none. */
    int from(int node);
}
