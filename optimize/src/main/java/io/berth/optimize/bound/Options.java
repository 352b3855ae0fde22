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

    /** What an option costs at prices as {@link CapacityPrices#flat}, its use included. */
    public double priced(int at, double[] prices, int agentCount) {
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

    /** The same with one more at the end of each task's, to be overwritten: at first its first option once more. */
    public Options withSpares() {
        int[] newStarts = new int[starts.length];
        for (int task = 0; task < starts.length; task++) {
            newStarts[task] = starts[task] + task;
        }
        int length = newStarts[tasks()];
        Options wider = new Options(newStarts, new int[length], new int[length], new int[sizes.length][length]);
        for (int task = 0; task < tasks(); task++) {
            for (int at = newStarts[task]; at < newStarts[task + 1] - 1; at++) {
                wider.copy(at, this, at - task);
            }
            wider.copy(newStarts[task + 1] - 1, this, starts[task]);
        }
        return wider;
    }

    private void copy(int to, Options from, int at) {
        agents[to] = from.agents[at];
        costs[to] = from.costs[at];
        for (int resource = 0; resource < sizes.length; resource++) {
            sizes[resource][to] = from.sizes[resource][at];
        }
    }

    /** The same without room for more. */
    Options trimmed() {
        int length = starts[tasks()];
        int[][] all = new int[sizes.length][];
        Arrays.setAll(all, resource -> Arrays.copyOf(sizes[resource], length));
        return new Options(starts, Arrays.copyOf(agents, length), Arrays.copyOf(costs, length), all);
    }
}
