package io.berth.optimize.search;

import io.berth.optimize.problem.DenseProblem;
import java.util.Arrays;
import java.util.function.BooleanSupplier;

/**
 * The agents worth looking at for each task: the best few by cost and by what the room is worth that the task takes there. What is
 * best in good assignments stands early in such a list (Yagiura, Ibaraki and Glover, "A path relinking approach with ejection chains
 * for the generalized assignment problem", European Journal of Operational Research 169, 2006, §3).
 */
public final class Candidates {
    /** How often it is asked whether time is over: every so many tasks. */
    private static final int TASKS_A_LOOK = 64;

    private final int[][] agents;
    private final double[] potentials;

    private Candidates(int[][] agents, double[] potentials) {
        this.agents = agents;
        this.potentials = potentials;
    }

    /**
     * Chooses the lists.
     *
     * @param most how many agents per task at most
     * @param weights less is better: task after task, one per agent
     * @param late whether time is over; the tasks left then get the first agents that they may go to
     */
    public static Candidates of(DenseProblem problem, int most, double[] weights, BooleanSupplier late) {
        int[][] agents = new int[problem.tasks()][];
        double[] potentials = new double[problem.tasks()];
        Row row = new Row(problem, weights);
        boolean over = false;
        for (int task = 0; task < agents.length; task++) {
            over |= task % TASKS_A_LOOK == 0 && late.getAsBoolean();
            agents[task] = row.best(task, over ? 1 : most);
            potentials[task] = agents[task].length == 0 ? 0 : weights[task * problem.agents() + agents[task][0]];
        }
        return new Candidates(agents, potentials);
    }

    /** The agents of a task, best first. Not to be changed. */
    int[] of(int task) {
        return agents[task];
    }

    /** What the best agent of a task costs with the room it takes. */
    double potential(int task) {
        return potentials[task];
    }

    /** The best of one task. */
    private static final class Row {
        private final DenseProblem problem;
        private final double[] weights;
        private final int[] found;

        Row(DenseProblem problem, double[] weights) {
            this.problem = problem;
            this.weights = weights;
            this.found = new int[problem.agents()];
        }

        int[] best(int task, int most) {
            int count = 0;
            int offset = task * found.length;
            for (int agent = 0; agent < found.length; agent++) {
                boolean wanted = count < most || weights[offset + agent] < weights[offset + found[count - 1]];
                if (wanted && problem.allows(task, agent)) {
                    int at = count < most ? count++ : count - 1;
                    while (at > 0 && weights[offset + found[at - 1]] > weights[offset + agent]) {
                        found[at] = found[at - 1];
                        at--;
                    }
                    found[at] = agent;
                }
            }
            return Arrays.copyOf(found, count);
        }
    }
}
