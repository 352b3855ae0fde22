package io.berth.optimize.problem;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Why a problem has no assignment, where that can be seen without search. */
public sealed interface Impossibility {
    /** No agent that may do the task could hold it. */
    record Homeless(int task) implements Impossibility {}

    /**
     * Together the tasks take more of a resource than there is, wherever they go.
     *
     * @param needed what they take at least
     * @param there what all agents have
     */
    record Crowded(int resource, long needed, long there) implements Impossibility {}

    /** The first reason that is found; null does not mean that there is an assignment. */
    static @Nullable Impossibility of(Problem problem) {
        long[] needed = new long[problem.resources()];
        for (int task = 0; task < problem.tasks(); task++) {
            if (!addLeast(problem, task, needed)) {
                return new Homeless(task);
            }
        }
        for (int resource = 0; resource < needed.length; resource++) {
            long there = 0;
            for (int agent = 0; agent < problem.agents(); agent++) {
                there = Math.min(Problem.ENDLESS, there + problem.capacity(agent, resource));
            }
            if (needed[resource] > there) {
                return new Crowded(resource, needed[resource], there);
            }
        }
        return null;
    }

    private static boolean addLeast(Problem problem, int task, long[] needed) {
        long[] least = new long[needed.length];
        Arrays.fill(least, Long.MAX_VALUE);
        boolean any = false;
        for (int agent = 0; agent < problem.agents(); agent++) {
            if (problem.allows(task, agent)) {
                any = true;
                for (int resource = 0; resource < needed.length; resource++) {
                    least[resource] = Math.min(least[resource], problem.size(task, agent, resource));
                }
            }
        }
        for (int resource = 0; any && resource < needed.length; resource++) {
            needed[resource] += least[resource];
        }
        return any;
    }
}
