package io.berth.optimize.dual;

import io.berth.optimize.bound.room.AssignmentDual;
import io.berth.optimize.bound.room.CapacityRelaxation;
import io.berth.optimize.bound.room.JointDual;
import io.berth.optimize.bound.room.LagrangianRelaxation;
import io.berth.optimize.bound.room.SubgradientAscent;
import io.berth.optimize.problem.Assignments;
import io.berth.optimize.problem.DenseProblem;
import io.berth.optimize.problem.Impossibility;
import io.berth.optimize.search.Greedy;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * One relaxation of a small problem, step by step as textbooks show it: prices start at zero (those of tasks at their least cost) and
 * follow plain subgradients by Polyak's rule to the cheapest assignment known; each choice is repaired.
 */
public final class StepwiseDual {
    private final DenseProblem problem;
    private final LagrangianRelaxation relaxation;
    private final SubgradientAscent ascent;
    private final Greedy greedy;
    private long cheapest = Long.MAX_VALUE;

    private StepwiseDual(DenseProblem problem, LagrangianRelaxation.Kind kind) {
        this.problem = problem;
        double[] free = new double[problem.agents() * problem.resources()];
        this.relaxation = switch (kind) {
            case CAPACITY -> new CapacityRelaxation(problem);
            case ASSIGNMENT -> new AssignmentDual(problem, free);
            case BOTH -> new JointDual(problem);
        };
        this.ascent = new SubgradientAscent(relaxation, SubgradientAscent.Rule.PLAIN, start());
        this.greedy = new Greedy(problem, Greedy.weights(problem, free));
    }

    /** Runs at most {@code most} iterations; fewer where value and bound meet, and none where a task has no agent. */
    public static void run(DenseProblem problem, LagrangianRelaxation.Kind kind, int most, DualTrace trace) {
        if (Impossibility.of(problem) == null) {
            new StepwiseDual(problem, kind).run(most, trace);
        }
    }

    private void run(int most, DualTrace trace) {
        for (int number = 1; number <= most; number++) {
            long value = ascent.evaluate();
            int[] repaired = greedy.complete(keptOfChoice());
            long cost = repaired == null ? Long.MAX_VALUE : Assignments.cost(problem, repaired);
            cheapest = Math.min(cheapest, cost);
            trace.iteration(iteration(number, value, repaired, cost));
            if (ascent.bound() >= cheapest) {
                return;
            }
            ascent.move(value, target());
        }
    }

    /** Without an assignment, a little above the bound. */
    private double target() {
        double bound = (double) ascent.bound();
        return cheapest == Long.MAX_VALUE ? bound + 0.05 * Math.abs(bound) + 1 : (double) cheapest;
    }

    private DualIteration iteration(int number, long value, int @Nullable [] repaired, long cost) {
        double[] prices = Arrays.stream(ascent.evaluated())
                .mapToDouble(price -> (double) price / relaxation.scale())
                .toArray();
        int ofTasks = relaxation.kind() == LagrangianRelaxation.Kind.CAPACITY ? 0 : problem.tasks();
        int ofRooms = prices.length - ofTasks;
        return new DualIteration(
                relaxation.kind(),
                number,
                Arrays.copyOf(prices, ofRooms),
                Arrays.copyOfRange(prices, ofRooms, prices.length),
                choice(),
                (double) value / relaxation.scale(),
                ascent.bound(),
                repaired,
                cost);
    }

    private int[][] choice() {
        return IntStream.range(0, problem.tasks())
                .mapToObj(task -> IntStream.range(0, problem.agents())
                        .filter(agent -> relaxation.chosen(task, agent))
                        .toArray())
                .toArray(int[][]::new);
    }

    /** Each task keeps the cheapest of the agents chosen for it that still has room. */
    private int[] keptOfChoice() {
        int[] agents = new int[problem.tasks()];
        long[][] left = new long[problem.resources()][];
        for (int resource = 0; resource < left.length; resource++) {
            int each = resource;
            left[each] = IntStream.range(0, problem.agents())
                    .mapToLong(agent -> problem.capacity(agent, each))
                    .toArray();
        }
        for (int task = 0; task < agents.length; task++) {
            agents[task] = -1;
            for (int agent = 0; agent < problem.agents(); agent++) {
                boolean cheaper = agents[task] < 0 || problem.cost(task, agent) < problem.cost(task, agents[task]);
                if (cheaper && relaxation.chosen(task, agent) && fits(task, agent, left)) {
                    agents[task] = agent;
                }
            }
            take(task, agents[task], left);
        }
        return agents;
    }

    private boolean fits(int task, int agent, long[][] left) {
        return IntStream.range(0, left.length)
                .allMatch(resource -> problem.size(task, agent, resource) <= left[resource][agent]);
    }

    private void take(int task, int agent, long[][] left) {
        for (int resource = 0; agent >= 0 && resource < left.length; resource++) {
            left[resource][agent] -= problem.size(task, agent, resource);
        }
    }

    private long[] start() {
        long[] start = new long[relaxation.multipliers()];
        int ofTasks = relaxation.kind() == LagrangianRelaxation.Kind.CAPACITY ? 0 : problem.tasks();
        for (int task = 0; task < ofTasks; task++) {
            long least = Long.MAX_VALUE;
            for (int agent = 0; agent < problem.agents(); agent++) {
                least = problem.allows(task, agent) ? Math.min(least, problem.cost(task, agent)) : least;
            }
            start[start.length - ofTasks + task] = least * relaxation.scale();
        }
        return start;
    }
}
