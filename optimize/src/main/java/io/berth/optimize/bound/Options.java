package io.berth.optimize.bound;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * For each task the agents that count, with what they cost and take: all that the task may have, or only the best few.
 *
 * @param starts those of task {@code t} stand from {@code starts[t]} to before {@code starts[t + 1]}
 * @param agents rising or by price, as they were listed
 * @param costs in the same order
 * @param sizes per resource, in the same order
 */
public record Options(int[] starts, int[] agents, int[] costs, int[][] sizes) {
    public int tasks() {
        return starts.length - 1;
    }

    /** What an option costs at prices as {@link Relaxation#answer} takes them, its use included. */
    double priced(int at, double[] prices, int agentCount) {
        double cost = costs[at];
        for (int resource = 0; resource < sizes.length; resource++) {
            cost += prices[resource * agentCount + agents[at]] * sizes[resource][at];
        }
        return cost;
    }

    /** The largest number of options of a task. */
    int longest() {
        return IntStream.range(0, tasks())
                .map(task -> starts[task + 1] - starts[task])
                .max()
                .orElse(0);
    }

    /** The same without room for more. */
    Options trimmed() {
        int length = starts[tasks()];
        int[][] all = new int[sizes.length][];
        Arrays.setAll(all, resource -> Arrays.copyOf(sizes[resource], length));
        return new Options(starts, Arrays.copyOf(agents, length), Arrays.copyOf(costs, length), all);
    }
}
