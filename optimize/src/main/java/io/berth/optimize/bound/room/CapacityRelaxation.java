package io.berth.optimize.bound.room;

import io.berth.optimize.problem.DenseProblem;
import io.berth.optimize.problem.Problem;

/**
 * Prices room and lets each task take its best agent: {@code Σ_j min_i (c_ij + Σ_r λ_ri a_rij) - Σ_ri λ_ri b_ri} for λ ≥ 0. At its
 * best it equals the linear relaxation, because whole tasks come by themselves (Geoffrion 1974). In its plain form, for problems
 * small enough to be read.
 */
public final class CapacityRelaxation implements LagrangianRelaxation {
    private final DenseProblem problem;
    private final long scale;
    private final RoomPrices prices;
    private final int[] agentOf;

    public CapacityRelaxation(DenseProblem problem) {
        this.problem = problem;
        this.scale = Parts.scale(problem);
        this.prices = new RoomPrices(problem);
        this.agentOf = new int[problem.tasks()];
    }

    @Override
    public Kind kind() {
        return Kind.CAPACITY;
    }

    @Override
    public long scale() {
        return scale;
    }

    @Override
    public int multipliers() {
        return prices.count();
    }

    @Override
    public long lowest(int at) {
        return 0;
    }

    @Override
    public long highest(int at) {
        return prices.highest(at);
    }

    @Override
    public long evaluate(long[] multipliers, long[] slopes) {
        long value = -prices.worth(multipliers, slopes);
        for (int task = 0; task < agentOf.length; task++) {
            long least = Long.MAX_VALUE;
            int best = -1;
            for (int agent = 0; agent < problem.agents(); agent++) {
                if (problem.allows(task, agent)) {
                    long price = scale * problem.cost(task, agent) + prices.of(task, agent, multipliers);
                    best = price < least ? agent : best;
                    least = Math.min(least, price);
                }
            }
            agentOf[task] = best;
            if (best < 0) {
                return Long.MAX_VALUE;
            }
            value += least;
            prices.take(task, best, slopes);
        }
        return value;
    }

    @Override
    public long bound(long value) {
        return value == Long.MAX_VALUE ? value : LagrangianRelaxation.super.bound(value);
    }

    @Override
    public boolean chosen(int task, int agent) {
        return agentOf[task] == agent && problem.cost(task, agent) != Problem.FORBIDDEN;
    }
}
