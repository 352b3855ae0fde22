package io.berth.optimize.large;

import io.berth.optimize.bound.CapacityPrices;
import io.berth.optimize.bound.Options;
import io.berth.optimize.bound.classed.Decay;

/**
 * Rounds what tasks choose in parts at smoothed prices, by conditional expectations (Raghavan, "Probabilistic construction of
 * deterministic algorithms", 1988): all tasks have their parts at first; one after the other takes one of its options whole, that
 * which costs least at the prices and with what agents would then be expected to have too much. So agents keep room for the tasks that
 * will want it most.
 */
final class Rounding {
    private static final double REACH = 20;
    /** What too much costs: so many times the price. */
    private static final double PENALTY = 2;

    private final Options options;
    private final Scale scale;
    private final double[] flat;
    private final double smoothing;
    private final double[] penalties;
    private final Allocation allocation;
    private final double[] expected;
    private final int agents;
    private final int resources;

    Rounding(Options options, Scale scale, CapacityPrices prices, Allocation allocation) {
        this.options = options;
        this.scale = scale;
        this.flat = prices.flat();
        this.smoothing = prices.smoothing();
        this.penalties = scale.penalties(flat, 1, PENALTY);
        this.allocation = allocation;
        this.expected = new double[flat.length];
        this.resources = options.sizes().length;
        this.agents = flat.length / resources;
    }

    /** Gives each task an option, in the order given; agents may get a little too much. */
    void fill(int[] order) {
        for (int task : order) {
            spread(task, 1);
        }
        for (int task : order) {
            spread(task, -1);
            int option = best(task);
            expect(option, 1);
            allocation.give(task, option);
        }
    }

    /** Adds a task's parts to what is expected, or takes them off; spare options have none. */
    private void spread(int task, int sign) {
        int from = options.starts()[task];
        int end = options.starts()[task + 1] - 1;
        double least = Double.POSITIVE_INFINITY;
        for (int option = from; option < end; option++) {
            least = Math.min(least, options.priced(option, flat, agents));
        }
        double sum = 0;
        for (int option = from; option < end; option++) {
            sum += share(options.priced(option, flat, agents) - least);
        }
        for (int option = from; option < end; option++) {
            expect(option, sign * share(options.priced(option, flat, agents) - least) / sum);
        }
    }

    private double share(double above) {
        return above < REACH * smoothing ? Decay.of(above / smoothing) : 0;
    }

    private void expect(int option, double part) {
        int from = options.agents()[option] * resources;
        for (int resource = 0; resource < resources; resource++) {
            expected[from + resource] += part * options.sizes()[resource][option];
        }
    }

    private int best(int task) {
        double least = Double.POSITIVE_INFINITY;
        int best = -1;
        for (int option = options.starts()[task]; option < options.starts()[task + 1]; option++) {
            double price = options.priced(option, flat, agents) + excess(option);
            if (price < least) {
                least = price;
                best = option;
            }
        }
        return best;
    }

    /** What it costs that an option's agent is expected to have more too much with it. */
    private double excess(int option) {
        int from = options.agents()[option] * resources;
        double excess = 0;
        for (int resource = 0; resource < resources; resource++) {
            int at = from + resource;
            double over = expected[at] - (double) scale.room()[at];
            double with = over + options.sizes()[resource][option];
            excess += with > 0 ? penalties[at] * (with - Math.max(0, over)) : 0;
        }
        return excess;
    }
}
