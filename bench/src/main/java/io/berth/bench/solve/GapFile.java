package io.berth.bench.solve;

import io.berth.optimize.problem.DenseProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.StringTokenizer;

/** Generalised assignment as in OR-Library: agents and tasks, then costs, sizes and capacities, agent after agent. */
final class GapFile {
    private GapFile() {}

    /**
     * Reads a problem.
     *
     * @param maximise whether its costs are values, to be as large as they can be
     */
    static DenseProblem read(Path file, boolean maximise) throws IOException {
        StringTokenizer tokens = new StringTokenizer(Files.readString(file));
        int agents = Integer.parseInt(tokens.nextToken());
        int tasks = Integer.parseInt(tokens.nextToken());
        int[] costs = matrix(tokens, agents, tasks, maximise ? -1 : 1);
        int[] sizes = matrix(tokens, agents, tasks, 1);
        long[] capacities = new long[agents];
        for (int agent = 0; agent < agents; agent++) {
            capacities[agent] = Long.parseLong(tokens.nextToken());
        }
        return new DenseProblem(costs, new int[][] {sizes}, new long[][] {capacities});
    }

    private static int[] matrix(StringTokenizer tokens, int agents, int tasks, int sign) {
        int[] matrix = new int[tasks * agents];
        for (int agent = 0; agent < agents; agent++) {
            for (int task = 0; task < tasks; task++) {
                matrix[task * agents + agent] = sign * Integer.parseInt(tokens.nextToken());
            }
        }
        return matrix;
    }
}
