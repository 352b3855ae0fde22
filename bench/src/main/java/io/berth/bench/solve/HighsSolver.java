package io.berth.bench.solve;

import com.google.ortools.modelbuilder.LinearExpr;
import com.google.ortools.modelbuilder.LinearExprBuilder;
import com.google.ortools.modelbuilder.ModelBuilder;
import com.google.ortools.modelbuilder.ModelSolver;
import com.google.ortools.modelbuilder.Variable;
import io.berth.optimize.exact.NativeLibrary;
import io.berth.optimize.problem.Assignments;
import io.berth.optimize.problem.Problem;
import io.berth.optimize.solver.Answer;
import java.time.Duration;

/** HiGHS alone, through OR-Tools' model builder: a rival to measure by. The time it takes to build the model does not count. */
final class HighsSolver {
    private HighsSolver() {}

    static Answer solve(Problem problem, Duration limit) {
        NativeLibrary.load();
        ModelBuilder program = new ModelBuilder();
        Variable[][] pairs = pairs(problem, program);
        LinearExprBuilder cost = LinearExpr.newBuilder();
        for (int task = 0; task < pairs.length; task++) {
            LinearExprBuilder once = LinearExpr.newBuilder();
            for (int agent = 0; agent < problem.agents(); agent++) {
                if (pairs[task][agent] != null) {
                    once.add(pairs[task][agent]);
                    cost.addTerm(pairs[task][agent], (double) problem.cost(task, agent));
                }
            }
            program.addEquality(once, 1);
        }
        for (int agent = 0; agent < problem.agents(); agent++) {
            for (int resource = 0; resource < problem.resources(); resource++) {
                program.addLessOrEqual(
                        load(problem, pairs, agent, resource), (double) problem.capacity(agent, resource));
            }
        }
        program.minimize(cost);
        ModelSolver solver = new ModelSolver("HIGHS");
        solver.setTimeLimit(limit);
        solver.solve(program);
        return answer(problem, pairs, solver);
    }

    private static Variable[][] pairs(Problem problem, ModelBuilder program) {
        Variable[][] pairs = new Variable[problem.tasks()][problem.agents()];
        for (int task = 0; task < pairs.length; task++) {
            for (int agent = 0; agent < problem.agents(); agent++) {
                if (problem.allows(task, agent)) {
                    pairs[task][agent] = program.newBoolVar("");
                }
            }
        }
        return pairs;
    }

    private static LinearExprBuilder load(Problem problem, Variable[][] pairs, int agent, int resource) {
        LinearExprBuilder load = LinearExpr.newBuilder();
        for (int task = 0; task < pairs.length; task++) {
            if (pairs[task][agent] != null) {
                load.addTerm(pairs[task][agent], (double) problem.size(task, agent, resource));
            }
        }
        return load;
    }

    private static Answer answer(Problem problem, Variable[][] pairs, ModelSolver solver) {
        if (!solver.hasResponse()) {
            return Answer.of(null, Long.MAX_VALUE, Long.MIN_VALUE, 0);
        }
        double best = solver.getBestObjectiveBound();
        long bound =
                Double.isFinite(best) ? (long) Math.ceil(best - 1e-6 * Math.max(1, Math.abs(best))) : Long.MIN_VALUE;
        if (!solver.hasSolution()) {
            return Answer.of(null, Long.MAX_VALUE, bound, 0);
        }
        int[] agents = new int[pairs.length];
        for (int task = 0; task < agents.length; task++) {
            for (int agent = 0; agent < problem.agents(); agent++) {
                if (pairs[task][agent] != null && solver.getValue(pairs[task][agent]) > 0.5) {
                    agents[task] = agent;
                }
            }
        }
        if (Assignments.violation(problem, agents) != null) {
            return Answer.of(null, Long.MAX_VALUE, bound, 0);
        }
        return Answer.of(agents, Assignments.cost(problem, agents), bound, 0);
    }
}
