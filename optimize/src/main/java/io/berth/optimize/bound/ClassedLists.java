package io.berth.optimize.bound;

import io.berth.optimize.bound.classed.ClassChoice;
import io.berth.optimize.bound.classed.ClassTable;
import io.berth.optimize.problem.ClassedProblem;
import io.berth.optimize.problem.Problem;
import io.berth.optimize.solver.Crew;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Lists of options of classed problems: a task's exceptions, and some agents drawn from what its class would take in parts at some
 * prices, so that tasks of one class do not all look at the same agents.
 */
public final class ClassedLists {
    /** The parts are smoothed until about so many agents have one, for each that is drawn. */
    private static final int SPREAD = 8;

    private final ClassedProblem problem;
    private final double[][] near;
    private final double[][] far;

    /**
     * @param drawn how many agents will be drawn for a task
     */
    public ClassedLists(ClassedProblem problem, CapacityPrices prices, int drawn, Crew crew) {
        this.problem = problem;
        ClassTable table = new ClassTable(problem);
        this.near = new double[table.classes()][];
        this.far = new double[table.classes()][];
        double wanted = Math.min(problem.agents() / 2.0, (double) SPREAD * drawn);
        crew.each(near.length, taskClass -> {
            ClassChoice choice = new ClassChoice(table, taskClass, problem.agents(), 1);
            double smoothing = prices.smoothing();
            choice.choose(prices.flat(), smoothing);
            near[taskClass] = sums(choice);
            while (choice.sum() < wanted && smoothing < Problem.LARGEST) {
                smoothing *= 2;
                choice.choose(prices.flat(), smoothing);
            }
            far[taskClass] = sums(choice);
        });
    }

    private double[] sums(ClassChoice choice) {
        double[] sums = new double[problem.agents()];
        double sum = 0;
        for (int agent = 0; agent < sums.length; agent++) {
            sum += choice.share(agent);
            sums[agent] = sum;
        }
        return sums;
    }

    /** The lists: the exceptions of a task first, then what was drawn, first near what the smoothed prices would choose. */
    public Options of(int drawn, long seed) {
        int tasks = problem.tasks();
        int[] starts = new int[tasks + 1];
        int most = problem.exceptions().agents().length + tasks * drawn;
        Options options = new Options(starts, new int[most], new int[most], new int[problem.resources()][most]);
        SplittableRandom random = new SplittableRandom(seed);
        for (int task = 0; task < tasks; task++) {
            int end = addExceptions(task, options, starts[task]);
            starts[task + 1] = addDrawn(task, options, end, drawn, random);
        }
        return options.trimmed();
    }

    private int addExceptions(int task, Options options, int from) {
        ClassedProblem.Exceptions exceptions = problem.exceptions();
        int end = from;
        for (int at = exceptions.starts()[task]; at < exceptions.starts()[task + 1]; at++) {
            if (problem.allows(task, exceptions.agents()[at])) {
                put(options, end++, task, exceptions.agents()[at]);
            }
        }
        return end;
    }

    private int addDrawn(int task, Options options, int from, int drawn, SplittableRandom random) {
        int end = from;
        for (int draw = 0; draw < drawn; draw++) {
            double[] sum = (2 * draw < drawn ? near : far)[problem.taskClass(task)];
            double total = sum[sum.length - 1];
            int at = Arrays.binarySearch(sum, random.nextDouble() * total);
            int agent = at < 0 ? -at - 1 : at + 1;
            if (total > 0
                    && agent < sum.length
                    && problem.allows(task, agent)
                    && !listed(options, options.starts()[task], end, agent)) {
                put(options, end++, task, agent);
            }
        }
        return end;
    }

    private static boolean listed(Options options, int from, int to, int agent) {
        boolean listed = false;
        for (int at = from; at < to && !listed; at++) {
            listed = options.agents()[at] == agent;
        }
        return listed;
    }

    private void put(Options options, int at, int task, int agent) {
        options.agents()[at] = agent;
        options.costs()[at] = problem.cost(task, agent);
        for (int resource = 0; resource < problem.resources(); resource++) {
            options.sizes()[resource][at] = problem.size(task, agent, resource);
        }
    }
}
