package io.berth.core.policy.domain;

/** How tasks that no one domain of a level holds are divided over several of it. */
public enum Fill {
    /** Over as few as possible: those with most room are filled, the rest goes to the smallest that holds it. */
    FEWEST,
    /** Those with most room are filled first. */
    MOST_ROOM,
    /** Those with least room are filled first. */
    LEAST_ROOM,
    /** No level has a say: each task goes where {@code place} prefers it. */
    PLACE
}
