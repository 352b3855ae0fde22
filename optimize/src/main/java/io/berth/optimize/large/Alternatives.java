package io.berth.optimize.large;

import io.berth.optimize.bound.Options;
import io.berth.optimize.problem.ClassedProblem;
import io.berth.optimize.problem.Problem;

/**
 * What tasks would pay at given prices if they left the agent they are on. Where agents of a class cost a task the same they are
 * likely to be full together, so an alternative is one on an agent of another class.
 */
final class Alternatives {
    private final Problem problem;
    private final Options options;
    private final int[] bestKinds;
    private final double[] best;
    private final double[] second;

    Alternatives(Problem problem, Options options, double[] prices) {
        this.problem = problem;
        this.options = options;
        this.bestKinds = new int[options.tasks()];
        this.best = new double[options.tasks()];
        this.second = new double[options.tasks()];
        for (int task = 0; task < best.length; task++) {
            learn(task, prices);
        }
    }

    private void learn(int task, double[] prices) {
        best[task] = Double.POSITIVE_INFINITY;
        for (int at = options.starts()[task]; at < options.starts()[task + 1]; at++) {
            double price = options.priced(at, prices, problem.agents());
            if (price < best[task]) {
                best[task] = price;
                bestKinds[task] = kind(task, at);
            }
        }
        second[task] = Double.POSITIVE_INFINITY;
        for (int at = options.starts()[task]; at < options.starts()[task + 1]; at++) {
            if (kind(task, at) != bestKinds[task]) {
                second[task] = Math.min(second[task], options.priced(at, prices, problem.agents()));
            }
        }
    }

    /** The least that a task pays on an agent of another kind than that of one of its options; infinite where there is none. */
    double elsewhere(int task, int option) {
        return kind(task, option) == bestKinds[task] ? second[task] : best[task];
    }

    /** The class of an option's agent, or a number of its own where the option is an exception. */
    private int kind(int task, int option) {
        int agent = options.agents()[option];
        if (!(problem instanceof ClassedProblem classed)) {
            return agent;
        }
        int kind = classed.agentClass(agent);
        int usual = classed.kinds().cost(classed.taskClass(task), kind);
        return options.costs()[option] == usual ? kind : classed.kinds().agents() + agent;
    }
}
