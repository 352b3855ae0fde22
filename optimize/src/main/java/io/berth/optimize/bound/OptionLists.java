package io.berth.optimize.bound;

import io.berth.optimize.bound.classed.DenseRow;
import io.berth.optimize.problem.DenseProblem;
import io.berth.optimize.solver.Crew;
import java.util.SplittableRandom;

/** Makes lists of options of dense problems. */
public final class OptionLists {
    private static final int PIECES = 16;

    private OptionLists() {}

    /** All that tasks {@code 0, stride, 2 * stride, ...} may have. */
    static Options all(DenseProblem problem, int stride) {
        int tasks = (problem.tasks() + stride - 1) / stride;
        int[] starts = new int[tasks + 1];
        int pairs = 0;
        for (int task = 0; task < tasks; task++) {
            for (int agent = 0; agent < problem.agents(); agent++) {
                pairs += problem.allows(task * stride, agent) ? 1 : 0;
            }
            starts[task + 1] = pairs;
        }
        Options options = room(starts, pairs, problem.resources());
        for (int task = 0, at = 0; task < tasks; task++) {
            for (int agent = 0; agent < problem.agents(); agent++) {
                if (problem.allows(task * stride, agent)) {
                    put(problem, options, at++, task * stride, agent);
                }
            }
        }
        return options;
    }

    /**
     * The options of each task that cost least at some prices, their use included.
     *
     * @param prices as {@link CapacityPrices#flat}
     * @param most how many a task may have
     * @param blur how far apart costs may be, about, that count as equal: where many options cost the same, it takes some of all kinds,
     *     and not only those that small errors of prices prefer
     */
    public static Options best(DenseProblem problem, double[] prices, int most, double blur, Crew crew) {
        int width = Math.min(most, problem.agents());
        int[] chosen = new int[problem.tasks() * width];
        int[] counts = new int[problem.tasks()];
        crew.each(PIECES, piece -> {
            DenseRow row = new DenseRow(problem);
            double[] priced = row.priced();
            double[] sorted = new double[problem.agents()];
            for (int task = end(problem, piece - 1); task < end(problem, piece); task++) {
                row.price(task, prices, 1);
                if (blur > 0) {
                    blur(priced, blur, new SplittableRandom(task));
                }
                System.arraycopy(priced, 0, sorted, 0, priced.length);
                double limit = Selection.smallest(sorted, width);
                counts[task] = choose(priced, limit, chosen, task * width, width);
            }
        });
        int[] starts = new int[problem.tasks() + 1];
        for (int task = 0; task < counts.length; task++) {
            starts[task + 1] = starts[task] + counts[task];
        }
        Options options = room(starts, starts[counts.length], problem.resources());
        for (int task = 0; task < counts.length; task++) {
            for (int at = 0; at < counts[task]; at++) {
                put(problem, options, starts[task] + at, task, chosen[task * width + at]);
            }
        }
        return options;
    }

    private static void blur(double[] priced, double blur, SplittableRandom random) {
        for (int agent = 0; agent < priced.length; agent++) {
            priced[agent] += blur * random.nextDouble();
        }
    }

    private static Options room(int[] starts, int pairs, int resources) {
        return new Options(starts, new int[pairs], new int[pairs], new int[resources][pairs]);
    }

    private static void put(DenseProblem problem, Options options, int at, int task, int agent) {
        options.agents()[at] = agent;
        options.costs()[at] = problem.cost(task, agent);
        for (int resource = 0; resource < problem.resources(); resource++) {
            options.sizes()[resource][at] = problem.size(task, agent, resource);
        }
    }

    private static int end(DenseProblem problem, int piece) {
        return (int) ((long) problem.tasks() * (piece + 1) / PIECES);
    }

    /** Those below the limit, then those at it while there is room. */
    private static int choose(double[] priced, double limit, int[] chosen, int from, int width) {
        int count = 0;
        for (int agent = 0; agent < priced.length; agent++) {
            if (priced[agent] < limit) {
                chosen[from + count++] = agent;
            }
        }
        for (int agent = 0; agent < priced.length && count < width; agent++) {
            if (priced[agent] == limit && limit < Double.POSITIVE_INFINITY) {
                chosen[from + count++] = agent;
            }
        }
        return count;
    }
}
