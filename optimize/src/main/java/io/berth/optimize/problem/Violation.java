package io.berth.optimize.problem;

/** Why something is no assignment. */
public sealed interface Violation {
    /** A task without an agent. */
    record Unassigned(int task) implements Violation {}

    /** A pair that must not be. */
    record Forbidden(int task, int agent) implements Violation {}

    /** An agent with more than it has room for. */
    record Overloaded(int agent, int resource, long used) implements Violation {}
}
