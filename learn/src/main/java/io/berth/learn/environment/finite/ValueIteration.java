package io.berth.learn.environment.finite;

/**
 * What a finite process is worth when played at its best. The sweeps go through states and actions in order, so equal processes
 * give equal numbers.
 *
 * <p>Source: Puterman: Markov decision processes, 1994, §6.3 (value iteration) and §6.4 (evaluation of a policy).
 */
public final class ValueIteration {
    private static final int MOST_SWEEPS = 1_000_000;

    private ValueIteration() {}

    /**
     * The best that can be done.
     *
     * @param values of each state
     * @param policy the best action of each state, the first of equals
     * @param atStart what an episode is worth
     */
    public record Solution(double[] values, int[] policy, double atStart) {}

    /**
     * Sweeps until a bound on the error of every value is below {@code tolerance} (with a discount of 1: until no value changes
     * by more than it).
     *
     * @throws IllegalArgumentException where the tolerance is not above 0 or the values do not settle
     */
    public static Solution solve(FiniteMdp mdp, double tolerance) {
        if (!(tolerance > 0)) {
            throw new IllegalArgumentException("The tolerance (" + tolerance + ") must be above 0.");
        }
        double discount = mdp.discount();
        double enough = discount == 1 ? tolerance : tolerance * (1 - discount) / discount;
        double[] values = new double[mdp.states()];
        int[] policy = new int[mdp.states()];
        for (int sweep = 0; sweep < MOST_SWEEPS; sweep++) {
            if (sweep(mdp, values, policy) < enough) {
                return new Solution(values, policy, mdp.atStart(values));
            }
        }
        throw new IllegalArgumentException("The values of (" + mdp.name() + ") do not settle: it may never end.");
    }

    /** Improves each value in place and returns by how much the most. */
    private static double sweep(FiniteMdp mdp, double[] values, int[] policy) {
        double most = 0;
        for (int state = 0; state < values.length; state++) {
            int action = best(mdp, state, values);
            double value = mdp.value(state, action, values);
            most = StrictMath.max(most, StrictMath.abs(value - values[state]));
            values[state] = value;
            policy[state] = action;
        }
        return most;
    }

    private static int best(FiniteMdp mdp, int state, double[] values) {
        int best = -1;
        double most = Double.NEGATIVE_INFINITY;
        for (int action = 0; action < mdp.actions(); action++) {
            double value = mdp.allowed(state, action) ? mdp.value(state, action, values) : Double.NEGATIVE_INFINITY;
            if (value > most) {
                most = value;
                best = action;
            }
        }
        return best;
    }

    /**
     * What each state is worth when {@code policy} is played from it on: the solution of (I - discount × P) v = r, by elimination.
     *
     * @param policy an allowed action of each state
     * @throws IllegalArgumentException where an action is not allowed, or the policy may play for ever without a discount
     */
    public static double[] evaluate(FiniteMdp mdp, int[] policy) {
        int states = mdp.states();
        double[][] equations = new double[states][states + 1];
        for (int state = 0; state < states; state++) {
            if (!mdp.allowed(state, policy[state])) {
                throw new IllegalArgumentException(
                        "The action (" + policy[state] + ") of state " + state + " is not allowed.");
            }
            equations[state][state] = 1;
            for (FiniteMdp.Outcome outcome : mdp.outcomes(state, policy[state])) {
                equations[state][states] += outcome.chance() * outcome.reward();
                if (outcome.next() != FiniteMdp.END) {
                    equations[state][outcome.next()] -= mdp.discount() * outcome.chance();
                }
            }
        }
        return solve(equations);
    }

    /** Gauss-Jordan elimination with the largest pivot of each column. */
    private static double[] solve(double[][] equations) {
        int count = equations.length;
        for (int column = 0; column < count; column++) {
            swapLargest(equations, column);
            double pivot = equations[column][column];
            for (int row = 0; row < count; row++) {
                double factor = row == column ? 0 : equations[row][column] / pivot;
                for (int i = column; factor != 0 && i <= count; i++) {
                    equations[row][i] -= factor * equations[column][i];
                }
            }
        }
        double[] solution = new double[count];
        for (int row = 0; row < count; row++) {
            solution[row] = equations[row][count] / equations[row][row];
        }
        return solution;
    }

    private static void swapLargest(double[][] equations, int column) {
        int largest = column;
        for (int row = column + 1; row < equations.length; row++) {
            if (StrictMath.abs(equations[row][column]) > StrictMath.abs(equations[largest][column])) {
                largest = row;
            }
        }
        if (StrictMath.abs(equations[largest][column]) < 1e-12) {
            throw new IllegalArgumentException("The policy may play for ever, and nothing is discounted.");
        }
        double[] swapped = equations[column];
        equations[column] = equations[largest];
        equations[largest] = swapped;
    }
}
