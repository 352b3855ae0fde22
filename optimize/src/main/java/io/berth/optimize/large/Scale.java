package io.berth.optimize.large;

import io.berth.optimize.bound.Options;
import io.berth.optimize.problem.Problem;

/**
 * What numbers of a problem are large: by agent and resource, {@code agent * resources + resource}.
 *
 * @param room the capacities
 * @param units what a unit of each resource costs about: what options differ by, over a usual size
 */
record Scale(long[] room, double[] units) {

    static Scale of(Problem problem, Options options, double[] prices) {
        int resources = problem.resources();
        long[] room = new long[problem.agents() * resources];
        for (int at = 0; at < room.length; at++) {
            room[at] = problem.capacity(at / resources, at % resources);
        }
        double differences = 0;
        for (int task = 0; task < options.tasks(); task++) {
            double least = Double.POSITIVE_INFINITY;
            double sum = 0;
            for (int at = options.starts()[task]; at < options.starts()[task + 1]; at++) {
                double price = options.priced(at, prices, problem.agents());
                least = Math.min(least, price);
                sum += price;
            }
            differences += sum / (options.starts()[task + 1] - options.starts()[task]) - least;
        }
        double[] units = new double[resources];
        for (int resource = 0; resource < resources; resource++) {
            double sizes = 0;
            for (int size : options.sizes()[resource]) {
                sizes += size;
            }
            double usual = Math.max(1, sizes / options.agents().length);
            units[resource] = Math.max(1e-3, differences / options.tasks()) / usual;
        }
        return new Scale(room, units);
    }

    /** Penalties: prices, but at least {@code part} of what a unit costs; times {@code factor}. */
    double[] penalties(double[] prices, double part, double factor) {
        int resources = units.length;
        double[] penalties = new double[room.length];
        for (int at = 0; at < penalties.length; at++) {
            double price = prices[at % resources * (room.length / resources) + at / resources];
            penalties[at] = factor * Math.max(price, part * units[at % resources]);
        }
        return penalties;
    }
}
