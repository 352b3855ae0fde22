package io.berth.optimize.exact;

import io.berth.optimize.problem.Problem;
import java.util.Arrays;
import java.util.function.BooleanSupplier;

/**
 * The pairs of a problem that a search decides about, in an array: those of a task stand together.
 *
 * @param starts those of task {@code t} stand from {@code starts[t]} to before {@code starts[t + 1]}
 * @param agents the agent of each
 */
record OpenPairs(int[] starts, int[] agents) {
    /** More are not loaded: their model alone takes gigabytes and minutes. */
    static final int MOST = 4_000_000;

    /** How many tasks are looked at between two questions for the time. */
    private static final int CHUNK = 64;

    /**
     * Collects the pairs that {@code start} leaves open. Where {@code late} ends that, the rest has none.
     *
     * @throws IllegalArgumentException where there are more than {@link #MOST}
     */
    static OpenPairs of(Problem problem, WarmStart start, BooleanSupplier late) {
        int[] starts = new int[problem.tasks() + 1];
        int[] agents = new int[Math.min(MOST, 16 * problem.tasks() + 16)];
        int[] own = new int[problem.agents()];
        int count = 0;
        for (int task = 0; task < problem.tasks() && !(task % CHUNK == 0 && late.getAsBoolean()); task++) {
            int open = collect(problem, start, task, own);
            if (count + open > MOST) {
                throw new IllegalArgumentException("The exact solver takes problems of at most " + MOST
                        + " pairs that can matter; this one has more. The method dual takes it.");
            }
            if (count + open > agents.length) {
                agents = Arrays.copyOf(agents, Math.min(MOST, 2 * (count + open)));
            }
            System.arraycopy(own, 0, agents, count, open);
            count += open;
            starts[task + 1] = count;
        }
        return new OpenPairs(starts, Arrays.copyOf(agents, count));
    }

    private static int collect(Problem problem, WarmStart start, int task, int[] own) {
        int open = 0;
        for (int agent = 0; agent < problem.agents(); agent++) {
            if (problem.allows(task, agent) && start.pairs().open(task, agent)) {
                own[open++] = agent;
            }
        }
        return open;
    }

    int count() {
        return agents.length;
    }

    /** The first task without a pair; -1 where each has one. */
    int homeless() {
        for (int task = 0; task + 1 < starts.length; task++) {
            if (starts[task] >= starts[task + 1]) {
                return task;
            }
        }
        return -1;
    }

    int tasks() {
        return starts.length - 1;
    }
}
