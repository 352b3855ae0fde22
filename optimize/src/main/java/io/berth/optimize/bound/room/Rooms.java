package io.berth.optimize.bound.room;

import io.berth.optimize.problem.DenseProblem;
import java.util.Arrays;

/**
 * One knapsack per agent that every set of tasks fits which the agent can hold: with one resource the agent's own room, with
 * several the sum of them weighted by prices (a surrogate constraint: Glover, "Surrogate constraints", Operations Research 16,
 * 1968). Weights are divided by what they have in common; where room is still large, all are rounded down to a grain, which only
 * makes room.
 */
final class Rooms {
    /** The weight of a task that an agent must not or cannot hold. */
    static final int NEVER = Integer.MAX_VALUE;

    /** Larger rooms cost more cells of dynamic programming than they raise the bound. */
    static final int LARGEST = 20_000;

    /** Nor may tasks and room together take more cells. */
    private static final int CELLS = 1 << 23;

    /** What a resource alone takes of the room of a surrogate. */
    private static final long SURROGATE = 1L << 30;

    private final DenseProblem problem;
    private final int[] weights;
    private final int[] rooms;
    private final int largest;

    /**
     * @param prices of room, resource after resource, all 0 or more; with one resource they do not count
     * @param largest no room is larger
     */
    Rooms(DenseProblem problem, double[] prices, int largest) {
        this.problem = problem;
        this.largest = Math.max(1, Math.min(largest, CELLS / Math.max(1, problem.tasks())));
        this.weights = new int[problem.agents() * problem.tasks()];
        this.rooms = new int[problem.agents()];
        long[] row = new long[problem.tasks()];
        for (int agent = 0; agent < rooms.length; agent++) {
            set(agent, row, weigh(agent, row, prices));
        }
    }

    /** Agent after agent: {@link #NEVER} where a pair must not be. */
    int[] weights() {
        return weights;
    }

    int room(int agent) {
        return rooms[agent];
    }

    private long weigh(int agent, long[] row, double[] prices) {
        long[] factors = factors(agent, prices);
        long room = 0;
        Arrays.fill(row, 0);
        for (int resource = 0; resource < factors.length; resource++) {
            long factor = factors[resource];
            if (factor > 0) {
                room += factor * problem.capacity(agent, resource);
                for (int task = 0; task < row.length; task++) {
                    row[task] += factor * problem.size(task, agent, resource);
                }
            }
        }
        return room;
    }

    /** Integer weights of the resources; 0 where the agent has room for all. */
    private long[] factors(int agent, double[] prices) {
        int resources = problem.resources();
        long[] factors = new long[resources];
        double dearest = 0;
        for (int resource = 0; resource < resources; resource++) {
            if (tight(agent, resource)) {
                dearest = Math.max(dearest, worth(agent, resource, prices));
                factors[resource] = 1;
            }
        }
        for (int resource = 0; resource < resources && resources > 1; resource++) {
            if (factors[resource] == 1) {
                double part = dearest > 0 ? worth(agent, resource, prices) / dearest : 1;
                double unit = (double) SURROGATE / Math.max(1, problem.capacity(agent, resource));
                factors[resource] = (long) Math.min(1L << 30, part * unit);
            }
        }
        return factors;
    }

    private double worth(int agent, int resource, double[] prices) {
        return prices[resource * problem.agents() + agent] * problem.capacity(agent, resource);
    }

    private boolean tight(int agent, int resource) {
        long all = 0;
        for (int task = 0; task < problem.tasks(); task++) {
            all += problem.size(task, agent, resource);
        }
        return all > problem.capacity(agent, resource);
    }

    private void set(int agent, long[] row, long room) {
        long common = 0;
        for (int task = 0; task < row.length && common != 1; task++) {
            common = problem.allows(task, agent) ? gcd(common, row[task]) : common;
        }
        common = Math.max(1, common);
        long grain = common * Math.max(1, Math.ceilDiv(room / common, largest));
        rooms[agent] = (int) (room / grain);
        for (int task = 0; task < row.length; task++) {
            boolean fits = problem.allows(task, agent) && row[task] <= room;
            weights[agent * row.length + task] = fits ? (int) (row[task] / grain) : NEVER;
        }
    }

    private static long gcd(long one, long other) {
        while (other != 0) {
            long rest = one % other;
            one = other;
            other = rest;
        }
        return one;
    }
}
