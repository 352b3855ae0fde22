package io.berth.optimize.problem;

/**
 * A generalised assignment problem in the one form that solvers take: every task goes to exactly one agent, no agent gets more
 * than it has room for in any resource, and the sum of the costs is to be as small as it can be.
 *
 * <p>What users state otherwise comes in this form too: where the value is to be large, its sign is turned; where tasks may be
 * left undone, the last agent stands for that, at no cost and with room for all; decimals are integers of a smaller unit. So all
 * sums are exact.
 */
public interface Problem {
    /** The cost of a pair that must not be. */
    int FORBIDDEN = Integer.MAX_VALUE;

    /** The largest cost and size; costs may be as far below zero. */
    int LARGEST = 1 << 30;

    /** The capacity of an agent that has room for all. */
    long ENDLESS = Long.MAX_VALUE / 4;

    int tasks();

    int agents();

    /** How many kinds of room there are: from 1. */
    int resources();

    /** What it costs that {@code agent} does {@code task}: within {@link #LARGEST}, or {@link #FORBIDDEN}. */
    int cost(int task, int agent);

    /** What {@code task} takes of a resource of {@code agent}: from 0 to {@link #LARGEST}. */
    int size(int task, int agent, int resource);

    /** How much of a resource an agent has: from 0 to {@link #ENDLESS}. */
    long capacity(int agent, int resource);

    /** Whether {@code agent} may do {@code task} and could hold it if it held nothing else. */
    default boolean allows(int task, int agent) {
        boolean allowed = cost(task, agent) != FORBIDDEN;
        for (int resource = 0; allowed && resource < resources(); resource++) {
            allowed = size(task, agent, resource) <= capacity(agent, resource);
        }
        return allowed;
    }
}
