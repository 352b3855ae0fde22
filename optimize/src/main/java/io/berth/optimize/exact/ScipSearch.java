package io.berth.optimize.exact;

import com.google.ortools.linearsolver.MPConstraint;
import com.google.ortools.linearsolver.MPSolver;
import com.google.ortools.linearsolver.MPVariable;
import io.berth.optimize.problem.Assignments;
import io.berth.optimize.problem.Problem;
import io.berth.optimize.solver.Effort;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * SCIP, by way of OR-Tools' linear solver: it works in floating point to 1e-6, so what it returns is checked and its bound loses that
 * much before it is rounded up.
 */
final class ScipSearch implements NativeSearch {
    /** Relative error that a bound may have (SCIP's default numerics/feastol). */
    private static final double TOLERANCE = 1e-6;

    private final Model model;
    private final Effort effort;
    private final Findings findings;
    private volatile @Nullable MPSolver solver;
    private volatile boolean stopped;

    ScipSearch(Model model, Effort effort, Findings findings) {
        this.model = model;
        this.effort = effort;
        this.findings = findings;
    }

    @Override
    public void run() {
        MPSolver own = MPSolver.createSolver("SCIP");
        if (own == null) {
            throw new IllegalStateException("OR-Tools came without SCIP.");
        }
        MPVariable[] variables = own.makeBoolVarArray(model.pairs().count());
        long[] costs = model.costs();
        for (int each = 0; each < variables.length && !stopped; each++) {
            own.objective().setCoefficient(variables[each], (double) costs[each]);
        }
        own.objective().setMinimization();
        assignOnce(own, variables);
        limitAgents(own, variables);
        own.setSolverSpecificParametersAsString("randomization/randomseedshift = " + (effort.seed() & 0xffff));
        solver = own;
        if (!stopped) {
            end(own, own.solve(), variables);
        }
        solver = null;
        own.delete();
    }

    @Override
    public void stop() {
        stopped = true;
        MPSolver running = solver;
        if (running != null) {
            running.interruptSolve();
        }
    }

    private void assignOnce(MPSolver program, MPVariable[] variables) {
        int[] starts = model.pairs().starts();
        double[] hints = new double[variables.length];
        for (int task = 0; task < model.pairs().tasks() && !stopped; task++) {
            MPConstraint once = program.makeConstraint(1, 1);
            for (int at = starts[task]; at < starts[task + 1]; at++) {
                once.setCoefficient(variables[at], 1);
                hints[at] = model.hinted(task, at) ? 1 : 0;
            }
        }
        if (model.hints()) {
            program.setHint(variables, hints);
        }
    }

    private void limitAgents(MPSolver program, MPVariable[] variables) {
        Problem problem = model.problem();
        int[] tasks = model.tasks();
        int[][] ofAgents = model.variablesOfAgents();
        for (int agent = 0; agent < ofAgents.length && !stopped; agent++) {
            int[] own = ofAgents[agent];
            MPVariable[] terms = new MPVariable[own.length];
            Arrays.setAll(terms, each -> variables[own[each]]);
            for (int resource = 0; resource < problem.resources(); resource++) {
                if (!model.slack(own, tasks, agent, resource)) {
                    limit(program, terms, model.sizes(own, tasks, agent, resource), problem.capacity(agent, resource));
                }
            }
        }
    }

    private static void limit(MPSolver program, MPVariable[] terms, long[] sizes, long capacity) {
        MPConstraint room = program.makeConstraint(-MPSolver.infinity(), (double) capacity);
        for (int each = 0; each < terms.length; each++) {
            room.setCoefficient(terms[each], (double) sizes[each]);
        }
    }

    private void end(MPSolver program, MPSolver.ResultStatus status, MPVariable[] variables) {
        switch (status) {
            case OPTIMAL, FEASIBLE -> {
                boolean taken = take(variables);
                double bound = program.objective().bestBound();
                if (Math.abs(bound) < (double) Problem.ENDLESS) {
                    findings.bounded((long) Math.ceil(bound - TOLERANCE * Math.max(1, Math.abs(bound))));
                }
                boolean exact = Math.abs((double) findings.value()) * TOLERANCE < 1;
                if (taken && exact && status == MPSolver.ResultStatus.OPTIMAL) {
                    findings.exhausted();
                }
            }
            case INFEASIBLE -> findings.exhausted();
            case UNBOUNDED, ABNORMAL, NOT_SOLVED, MODEL_INVALID -> {
                // Ended before it knew anything.
            }
        }
    }

    private boolean take(MPVariable[] variables) {
        int[] starts = model.pairs().starts();
        int[] agents = new int[model.pairs().tasks()];
        Arrays.fill(agents, -1);
        for (int task = 0; task < agents.length; task++) {
            for (int at = starts[task]; at < starts[task + 1]; at++) {
                if (variables[at].solutionValue() > 0.5) {
                    agents[task] = model.pairs().agents()[at];
                }
            }
        }
        boolean holds = Assignments.violation(model.problem(), agents) == null;
        if (holds) {
            findings.found(Assignments.cost(model.problem(), agents), agents);
        }
        return holds;
    }
}
