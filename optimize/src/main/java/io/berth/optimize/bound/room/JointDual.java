package io.berth.optimize.bound.room;

import io.berth.optimize.problem.DenseProblem;
import java.util.BitSet;

/**
 * Prices both room and tasks, so that each pair decides for itself:
 * {@code Σ_j u_j - Σ_ri λ_ri b_ri + Σ_ij min(0, c_ij + Σ_r λ_ri a_rij - u_j)} for λ ≥ 0 and free u. Its best value is the linear
 * relaxation's, as that of the capacities alone, but it needs more prices to reach it. The multipliers of room come first.
 */
public final class JointDual implements LagrangianRelaxation {
    private final DenseProblem problem;
    private final long scale;
    private final RoomPrices prices;
    private final BitSet chosen = new BitSet();

    public JointDual(DenseProblem problem) {
        this.problem = problem;
        this.scale = Parts.scale(problem);
        this.prices = new RoomPrices(problem);
    }

    @Override
    public Kind kind() {
        return Kind.BOTH;
    }

    @Override
    public long scale() {
        return scale;
    }

    @Override
    public int multipliers() {
        return prices.count() + problem.tasks();
    }

    @Override
    public long lowest(int at) {
        return at < prices.count() ? 0 : -highest(at);
    }

    @Override
    public long highest(int at) {
        return at < prices.count() ? prices.highest(at) : Parts.highestPrice(problem);
    }

    @Override
    public long evaluate(long[] multipliers, long[] slopes) {
        chosen.clear();
        long value = -prices.worth(multipliers, slopes);
        for (int task = 0; task < problem.tasks(); task++) {
            int at = prices.count() + task;
            slopes[at] = 1;
            value += multipliers[at];
            for (int agent = 0; agent < problem.agents(); agent++) {
                if (problem.allows(task, agent)) {
                    value += decide(task, agent, multipliers, slopes);
                }
            }
        }
        return value;
    }

    private long decide(int task, int agent, long[] multipliers, long[] slopes) {
        int at = prices.count() + task;
        long price = scale * problem.cost(task, agent) + prices.of(task, agent, multipliers) - multipliers[at];
        if (price >= 0) {
            return 0;
        }
        chosen.set(task * problem.agents() + agent);
        slopes[at]--;
        prices.take(task, agent, slopes);
        return price;
    }

    @Override
    public boolean chosen(int task, int agent) {
        return chosen.get(task * problem.agents() + agent);
    }
}
