package io.berth.optimize.large;

import io.berth.optimize.bound.CapacityPrices;
import io.berth.optimize.bound.Options;
import io.berth.optimize.problem.Problem;
import java.util.Arrays;

/**
 * A first allocation: the largest tasks first; each to the option that costs least at prices among those with room, then
 * to whatever agent has room. Tasks for which there is none get their best option all the same.
 */
final class FirstFit {
    private final Problem problem;
    private final Options options;
    private final double[] prices;
    private final double[] units;
    private final Allocation allocation;

    /**
     * @param units what a unit of each resource costs about
     * @param options with a spare one at the end of each task's ({@link Options#withSpares})
     */
    FirstFit(Problem problem, Options options, CapacityPrices prices, double[] units, Allocation allocation) {
        this.problem = problem;
        this.options = options;
        this.prices = prices.flat();
        this.units = units;
        this.allocation = allocation;
    }

    void fill() {
        for (int task : order()) {
            int option = best(task, true);
            if (option < 0) {
                option = elsewhere(task);
            }
            allocation.give(task, option >= 0 ? option : best(task, false));
        }
    }

    /** The tasks, the largest first: sizes of resources are weighed by what a unit of each costs about. */
    int[] order() {
        long[] keys = new long[options.tasks()];
        for (int task = 0; task < keys.length; task++) {
            int option = best(task, false);
            double size = 0;
            for (int resource = 0; resource < units.length; resource++) {
                size += units[resource] * options.sizes()[resource][option];
            }
            keys[task] = ((long) Float.floatToIntBits((float) size) << Integer.SIZE) | (keys.length - 1 - task);
        }
        Arrays.sort(keys);
        int[] order = new int[keys.length];
        for (int at = 0; at < order.length; at++) {
            order[at] = order.length - 1 - (int) keys[order.length - 1 - at];
        }
        return order;
    }

    private int best(int task, boolean withRoom) {
        double least = Double.POSITIVE_INFINITY;
        int best = -1;
        for (int option = options.starts()[task]; option < options.starts()[task + 1]; option++) {
            double price = options.priced(option, prices, problem.agents());
            if (price < least && (!withRoom || allocation.fits(option))) {
                least = price;
                best = option;
            }
        }
        return best;
    }

    /** Makes the task's spare option that of the cheapest agent with room; -1 where there is none. */
    private int elsewhere(int task) {
        int spare = options.starts()[task + 1] - 1;
        double least = Double.POSITIVE_INFINITY;
        int best = -1;
        for (int agent = 0; agent < problem.agents(); agent++) {
            if (allocation.fits(problem, task, agent) && problem.allows(task, agent)) {
                put(task, agent, spare);
                double price = options.priced(spare, prices, problem.agents());
                best = price < least ? agent : best;
                least = Math.min(least, price);
            }
        }
        put(task, best < 0 ? options.agents()[options.starts()[task]] : best, spare);
        return best < 0 ? -1 : spare;
    }

    private void put(int task, int agent, int spare) {
        options.agents()[spare] = agent;
        options.costs()[spare] = problem.cost(task, agent);
        for (int resource = 0; resource < problem.resources(); resource++) {
            options.sizes()[resource][spare] = problem.size(task, agent, resource);
        }
        allocation.refresh(spare);
    }
}
