package io.berth.optimize;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.berth.optimize.problem.DenseProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Scanner;

/** Published assignment problems, where they are at hand: -Dberth.data, BERTH_DATA, or ../shared/data beside the repository. */
public final class PublishedGaps {
    private PublishedGaps() {}

    /** A file or a folder there; a test that asks for what is not here is skipped. */
    public static Path needed(String name) {
        String named = System.getProperty("berth.data", System.getenv().getOrDefault("BERTH_DATA", ""));
        // Tests run in the folder of their module.
        Path path = Path.of(named.isEmpty() ? "../../shared/data" : named, name)
                .toAbsolutePath()
                .normalize();
        assumeTrue(Files.exists(path), "no " + path + ": set -Dberth.data or BERTH_DATA");
        return path;
    }

    /** The problem of a file; {@code sign} is 1 for costs and -1 for gains. */
    public static DenseProblem read(Path file, int sign) throws IOException {
        try (Scanner numbers = new Scanner(file)) {
            int agents = numbers.nextInt();
            int tasks = numbers.nextInt();
            int[] costs = matrix(numbers, tasks, agents, sign);
            int[] sizes = matrix(numbers, tasks, agents, 1);
            long[] room = new long[agents];
            for (int agent = 0; agent < agents; agent++) {
                room[agent] = numbers.nextLong();
            }
            return new DenseProblem(costs, new int[][] {sizes}, new long[][] {room});
        }
    }

    private static int[] matrix(Scanner numbers, int tasks, int agents, int sign) {
        int[] matrix = new int[tasks * agents];
        for (int at = 0; at < matrix.length; at++) {
            matrix[at % tasks * agents + at / tasks] = sign * numbers.nextInt();
        }
        return matrix;
    }
}
