package io.berth.optimize.matching;

import io.berth.optimize.problem.Problem;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How many tasks each agent does at most, where that alone says what fits: any so many of its tasks fit together, and no more do.
 * Then a problem is one of matching tasks with places.
 *
 * @param starts the places of agent {@code a} are from {@code starts[a]} to before {@code starts[a + 1]}
 */
record Places(int[] starts) {
    /** The places of {@code problem}'s agents; null where sizes differ too much, or where time is over. */
    static @Nullable Places of(Problem problem, BooleanSupplier late) {
        long[] starts = new long[problem.agents() + 1];
        for (int agent = 0; agent < problem.agents(); agent++) {
            int places = late.getAsBoolean() ? -1 : of(problem, agent);
            if (places < 0) {
                return null;
            }
            starts[agent + 1] = starts[agent] + places;
        }
        if (starts[problem.agents()] > Integer.MAX_VALUE) {
            return null;
        }
        return new Places(Arrays.stream(starts).mapToInt(Math::toIntExact).toArray());
    }

    /** How many there are. */
    int count() {
        return starts[starts.length - 1];
    }

    /** Whose a place is. */
    int agent(int place) {
        int found = Arrays.binarySearch(starts, place);
        int agent = found >= 0 ? found : -found - 2;
        while (starts[agent + 1] == place) {
            agent++;
        }
        return agent;
    }

    private static int of(Problem problem, int agent) {
        int[] tasks = new int[problem.tasks()];
        int count = 0;
        for (int task = 0; task < tasks.length; task++) {
            if (problem.allows(task, agent)) {
                tasks[count++] = task;
            }
        }
        int fewest = count;
        int most = count;
        for (int resource = 0; resource < problem.resources(); resource++) {
            long[] sizes = new long[count];
            for (int at = 0; at < count; at++) {
                sizes[at] = problem.size(tasks[at], agent, resource);
            }
            Arrays.sort(sizes);
            long capacity = problem.capacity(agent, resource);
            most = Math.min(most, fitting(sizes, capacity, false));
            fewest = Math.min(fewest, fitting(sizes, capacity, true));
        }
        return fewest == most ? most : -1;
    }

    /** How many of the sizes fit together: of the smallest, or of the largest. */
    private static int fitting(long[] sizes, long capacity, boolean largest) {
        long left = capacity;
        int count = 0;
        while (count < sizes.length) {
            left -= sizes[largest ? sizes.length - 1 - count : count];
            if (left < 0) {
                return count;
            }
            count++;
        }
        return count;
    }
}
