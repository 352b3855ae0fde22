package io.berth.bench.solve;

import io.berth.optimize.problem.DenseProblem;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Generalised assignment problems of the types c, d and e (Chu and Beasley, "A genetic algorithm for the generalised assignment
 * problem", Computers and Operations Research 24, 1997; type e of Laguna et al., "Assigning multicapacity tasks to multiple
 * agents with ejection chains", 1995), drawn from a seed. Type d is hard because cheap pairs take much room.
 *
 * @param type c, d or e
 * @param agents how many
 * @param tasks how many
 * @param seed of all chance
 */
public record Recipe(char type, int agents, int tasks, long seed) {
    /**
     * Reads {@code TYPE:AGENTS:TASKS:SEED}, such as {@code d:20:200:1}.
     *
     * @throws IllegalArgumentException where it is none
     */
    public static Recipe parse(String text) {
        String[] parts = text.split(":", -1);
        if (parts.length != 4 || !parts[0].matches("[cdeCDE]")) {
            throw new IllegalArgumentException(
                    "A recipe (" + text + ") must be TYPE:AGENTS:TASKS:SEED with the type c, d or e.");
        }
        return new Recipe(
                parts[0].toLowerCase(Locale.ROOT).charAt(0),
                Integer.parseInt(parts[1]),
                Integer.parseInt(parts[2]),
                Long.parseLong(parts[3]));
    }

    /** The problem, the same for the same recipe. */
    public DenseProblem problem() {
        SplittableRandom random = new SplittableRandom(seed);
        int[] costs = new int[tasks * agents];
        int[] sizes = new int[tasks * agents];
        long[] capacities = new long[agents];
        for (int agent = 0; agent < agents; agent++) {
            long sum = 0;
            for (int task = 0; task < tasks; task++) {
                int at = task * agents + agent;
                draw(random, costs, sizes, at);
                sum += sizes[at];
            }
            // 0.8 of the mean share, rounded down.
            capacities[agent] = 4 * sum / (5L * agents);
        }
        return new DenseProblem(costs, new int[][] {sizes}, new long[][] {capacities});
    }

    private void draw(SplittableRandom random, int[] costs, int[] sizes, int at) {
        switch (type) {
            case 'c' -> {
                sizes[at] = random.nextInt(5, 26);
                costs[at] = random.nextInt(10, 51);
            }
            case 'd' -> {
                sizes[at] = random.nextInt(1, 101);
                costs[at] = 111 - sizes[at] + random.nextInt(-10, 11);
            }
            default -> {
                sizes[at] = (int) (1 - 10 * Math.log(1 - random.nextDouble()));
                costs[at] = (int) (1000.0 / sizes[at] - 10 * random.nextDouble());
            }
        }
    }
}
