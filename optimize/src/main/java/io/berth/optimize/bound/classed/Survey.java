package io.berth.optimize.bound.classed;

import io.berth.optimize.problem.ClassedProblem;
import io.berth.optimize.problem.DenseProblem;
import io.berth.optimize.problem.Problem;
import java.util.Arrays;

/**
 * What there is to know of a problem before its capacities get prices. Arrays go by resource and agent:
 * {@code resource * agents + agent}.
 *
 * @param room the capacities
 * @param typical what a task takes on average; 0 where the capacity is enough for all tasks together, so that its price is 0
 * @param dearest no assignment costs more, if there is one
 * @param homeless the first task that no agent may do and hold, or -1
 */
public record Survey(double[] room, double[] typical, long dearest, int homeless) {

    public static Survey of(Problem problem) {
        int agents = problem.agents();
        long[] totals = new long[problem.resources() * agents];
        long[] dearest = new long[problem.tasks()];
        switch (problem) {
            case DenseProblem dense -> addDense(dense, totals, dearest);
            case ClassedProblem classed -> addClassed(classed, totals, dearest);
            default -> throw new IllegalArgumentException("Capacities get prices in dense and classed problems only.");
        }
        double[] room = new double[totals.length];
        double[] typical = new double[totals.length];
        for (int at = 0; at < totals.length; at++) {
            long capacity = problem.capacity(at % agents, at / agents);
            room[at] = (double) capacity;
            typical[at] = totals[at] <= capacity ? 0 : Math.max(1.0, (double) totals[at] / problem.tasks());
        }
        int homeless = -1;
        for (int task = problem.tasks() - 1; task >= 0; task--) {
            homeless = dearest[task] == Long.MIN_VALUE ? task : homeless;
        }
        return new Survey(room, typical, homeless < 0 ? Arrays.stream(dearest).sum() : 0, homeless);
    }

    private static void addDense(DenseProblem dense, long[] totals, long[] dearest) {
        int agents = dense.agents();
        Arrays.fill(dearest, Long.MIN_VALUE);
        for (int resource = 0; resource < dense.resources(); resource++) {
            int[] sizes = dense.sizes(resource);
            for (int at = 0, task = 0; task < dense.tasks(); task++) {
                for (int agent = 0; agent < agents; agent++, at++) {
                    totals[resource * agents + agent] += sizes[at];
                }
            }
        }
        for (int task = 0; task < dense.tasks(); task++) {
            for (int agent = 0; agent < agents; agent++) {
                if (dense.cost(task, agent) > dearest[task] && dense.allows(task, agent)) {
                    dearest[task] = dense.cost(task, agent);
                }
            }
        }
    }

    private static void addClassed(ClassedProblem classed, long[] totals, long[] dearest) {
        DenseProblem kinds = classed.kinds();
        long[] members = new long[kinds.tasks()];
        for (int task = 0; task < classed.tasks(); task++) {
            members[classed.taskClass(task)]++;
        }
        long[] dearestOfClass = new long[kinds.tasks()];
        Arrays.fill(dearestOfClass, Long.MIN_VALUE);
        for (int agent = 0; agent < classed.agents(); agent++) {
            int kind = classed.agentClass(agent);
            for (int of = 0; of < members.length; of++) {
                if (ClassTable.fits(classed, of, agent) && kinds.cost(of, kind) != Problem.FORBIDDEN) {
                    dearestOfClass[of] = Math.max(dearestOfClass[of], kinds.cost(of, kind));
                }
                for (int resource = 0; resource < kinds.resources(); resource++) {
                    totals[resource * classed.agents() + agent] += members[of] * kinds.size(of, kind, resource);
                }
            }
        }
        ClassedProblem.Exceptions exceptions = classed.exceptions();
        for (int task = 0; task < classed.tasks(); task++) {
            long most = dearestOfClass[classed.taskClass(task)];
            for (int at = exceptions.starts()[task]; at < exceptions.starts()[task + 1]; at++) {
                int agent = exceptions.agents()[at];
                if (exceptions.costs()[at] != Problem.FORBIDDEN && classed.allows(task, agent)) {
                    most = Math.max(most, exceptions.costs()[at]);
                }
            }
            dearest[task] = most;
        }
    }
}
