package io.berth.optimize.exact;

import com.google.ortools.sat.CpModel;
import com.google.ortools.sat.CpSolver;
import com.google.ortools.sat.CpSolverStatus;
import com.google.ortools.sat.IntVar;
import com.google.ortools.sat.LinearExpr;
import com.google.ortools.sat.LinearExprBuilder;
import com.google.ortools.sat.SatParameters;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A program of whole numbers from 0: as much worth as rows allow. CP-SAT of OR-Tools solves it on one thread, with a fixed seed and
 * an end by counted work, so that the same program has the same answer wherever OR-Tools runs in the same version.
 */
public final class WholeProgram {
    /** CP-SAT counts work in seconds of a machine that is always equally fast; a unit is 200 ns of those. */
    private static final double SECONDS_PER_UNIT = 2e-7;

    private static final int SEED = 1;
    private static final double ROUNDING = 1e-6;

    /** What stating and presolving a program takes, which CP-SAT does not count; measured. */
    public static final long START = 10_000;

    private final CpModel model = new CpModel();
    private final List<IntVar> variables = new ArrayList<>();
    private final LinearExprBuilder worth = LinearExpr.newBuilder();

    /**
     * What was found.
     *
     * @param values of the variables, in their order; null where nothing was found within the work
     * @param bound nothing is worth more; {@link Long#MAX_VALUE} where nothing is known
     * @param proved whether {@code values} are proved to be worth most
     * @param work units that were spent
     */
    public record Outcome(long @Nullable [] values, long bound, boolean proved, long work) {}

    /**
     * An empty program.
     *
     * @throws UnsupportedOperationException where OR-Tools has no native code for this system
     */
    public WholeProgram() {
        NativeLibrary.load();
    }

    /** A variable from 0 to {@code most}, each unit of which is worth {@code unitWorth}; gives its number, counted from 0. */
    public int variable(long most, long unitWorth) {
        IntVar variable = model.newIntVar(0, most, "");
        variables.add(variable);
        worth.addTerm(variable, unitWorth);
        return variables.size() - 1;
    }

    /** How many variables there are. */
    public int size() {
        return variables.size();
    }

    /** The sum of amounts × variables must be at most {@code room}. */
    public void atMost(List<Integer> numbers, long[] amounts, long room) {
        model.addLessOrEqual(sum(numbers, amounts), room);
    }

    /** The sum of amounts × variables must be {@code total}. */
    public void exactly(List<Integer> numbers, long[] amounts, long total) {
        model.addEquality(sum(numbers, amounts), total);
    }

    /** Looks for what is worth most, with at most {@code units} of work, which are more than {@link #START}. */
    public Outcome solve(long units) {
        model.maximize(worth);
        CpSolver solver = new CpSolver();
        SatParameters.Builder parameters = solver.getParameters();
        parameters
                .setNumWorkers(1)
                .setRandomSeed(SEED)
                .setMaxDeterministicTime((double) (units - START) * SECONDS_PER_UNIT);
        // All rows in the linear relaxation: bounds of assignment problems come from there.
        parameters.setLinearizationLevel(2);
        CpSolverStatus status = solver.solve(model);
        long work = START + (long) StrictMath.ceil(solver.response().getDeterministicTime() / SECONDS_PER_UNIT);
        return switch (status) {
            case OPTIMAL -> new Outcome(values(solver), bound(solver), true, work);
            case FEASIBLE -> new Outcome(values(solver), bound(solver), false, work);
            case UNKNOWN -> new Outcome(null, Long.MAX_VALUE, false, work);
            case INFEASIBLE, MODEL_INVALID, UNRECOGNIZED ->
                throw new IllegalStateException("CP-SAT does not take a program that zeros solve: " + status + ".");
        };
    }

    private LinearExprBuilder sum(List<Integer> numbers, long[] amounts) {
        LinearExprBuilder sum = LinearExpr.newBuilder();
        for (int at = 0; at < amounts.length; at++) {
            sum.addTerm(variables.get(numbers.get(at)), amounts[at]);
        }
        return sum;
    }

    private long[] values(CpSolver solver) {
        return variables.stream().mapToLong(solver::value).toArray();
    }

    private static long bound(CpSolver solver) {
        return (long) StrictMath.floor(solver.bestObjectiveBound() + ROUNDING);
    }
}
