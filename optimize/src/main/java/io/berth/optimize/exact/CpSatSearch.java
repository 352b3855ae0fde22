package io.berth.optimize.exact;

import com.google.ortools.sat.BoolVar;
import com.google.ortools.sat.CpModel;
import com.google.ortools.sat.CpSolver;
import com.google.ortools.sat.CpSolverSolutionCallback;
import com.google.ortools.sat.CpSolverStatus;
import com.google.ortools.sat.LinearExpr;
import com.google.ortools.sat.SatParameters;
import io.berth.optimize.problem.Problem;
import io.berth.optimize.solver.Effort;
import java.util.Arrays;

/**
 * CP-SAT: its objective is an integer, so that its bound is exact. Bounds are taken over with each assignment and at the end: the
 * callback for bounds of OR-Tools 9.15 keeps a reference to a class beyond its life and takes the JVM down.
 */
final class CpSatSearch implements NativeSearch {
    private final Model model;
    private final Effort effort;
    private final Findings findings;
    private final CpSolver solver = new CpSolver();
    private volatile boolean stopped;

    CpSatSearch(Model model, Effort effort, Findings findings) {
        this.model = model;
        this.effort = effort;
        this.findings = findings;
    }

    @Override
    public void run() {
        CpModel program = new CpModel();
        BoolVar[] variables = new BoolVar[model.pairs().count()];
        for (int each = 0; each < variables.length; each++) {
            variables[each] = program.newBoolVar("");
        }
        assignOnce(program, variables);
        limitAgents(program, variables);
        program.minimize(LinearExpr.weightedSum(variables, model.costs()));
        SatParameters.Builder parameters = solver.getParameters();
        parameters.setNumWorkers(effort.threads()).setRandomSeed((int) (effort.seed() & Integer.MAX_VALUE));
        // All rows in the linear relaxation: bounds of assignment problems come from there.
        parameters.setLinearizationLevel(2);
        if (!stopped) {
            end(solver.solve(program, new Found(variables)));
        }
    }

    @Override
    public void stop() {
        stopped = true;
        solver.stopSearch();
    }

    private void assignOnce(CpModel program, BoolVar[] variables) {
        int[] starts = model.pairs().starts();
        for (int task = 0; task < model.pairs().tasks() && !stopped; task++) {
            program.addExactlyOne(Arrays.copyOfRange(variables, starts[task], starts[task + 1]));
            for (int at = starts[task]; model.hints() && at < starts[task + 1]; at++) {
                program.addHint(variables[at], model.hinted(task, at) ? 1 : 0);
            }
        }
    }

    private void limitAgents(CpModel program, BoolVar[] variables) {
        Problem problem = model.problem();
        int[] tasks = model.tasks();
        int[][] ofAgents = model.variablesOfAgents();
        for (int agent = 0; agent < ofAgents.length && !stopped; agent++) {
            int[] own = ofAgents[agent];
            BoolVar[] terms = new BoolVar[own.length];
            Arrays.setAll(terms, each -> variables[own[each]]);
            for (int resource = 0; resource < problem.resources(); resource++) {
                if (!model.slack(own, tasks, agent, resource)) {
                    long[] sizes = model.sizes(own, tasks, agent, resource);
                    program.addLessOrEqual(LinearExpr.weightedSum(terms, sizes), problem.capacity(agent, resource));
                }
            }
        }
    }

    private void bounded(double bound) {
        findings.bounded((long) Math.ceil(bound - 1e-6));
    }

    private void end(CpSolverStatus status) {
        switch (status) {
            case OPTIMAL, INFEASIBLE -> findings.exhausted();
            case FEASIBLE, UNKNOWN -> {
                if (Math.abs(solver.bestObjectiveBound()) < Problem.ENDLESS && status == CpSolverStatus.FEASIBLE) {
                    bounded(solver.bestObjectiveBound());
                }
            }
            case MODEL_INVALID, UNRECOGNIZED ->
                throw new IllegalStateException("CP-SAT does not take the model: " + status + ".");
        }
    }

    /** Takes over each assignment that is found, on the thread of the solver that found it. */
    private final class Found extends CpSolverSolutionCallback {
        private final BoolVar[] variables;

        Found(BoolVar[] variables) {
            this.variables = variables;
        }

        @Override
        public void onSolutionCallback() {
            int[] starts = model.pairs().starts();
            int[] agents = new int[model.pairs().tasks()];
            for (int task = 0; task < agents.length; task++) {
                int at = starts[task];
                while (!booleanValue(variables[at])) {
                    at++;
                }
                agents[task] = model.pairs().agents()[at];
            }
            findings.found(Math.round(objectiveValue()), agents);
            bounded(bestObjectiveBound());
        }
    }
}
