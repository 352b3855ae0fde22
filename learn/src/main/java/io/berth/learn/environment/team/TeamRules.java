package io.berth.learn.environment.team;

import io.berth.core.time.Chance;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What a team is and which tasks come to it.
 *
 * @param cpus of each agent: a task of so much computation takes computation / CPUs
 * @param leastTasks of an episode; how many is drawn, each number as likely
 * @param mostTasks the most of them
 * @param leastCompute of a task; drawn likewise, a whole number
 * @param mostCompute the most of it
 * @param limit rounds after which an episode of the printed team is cut off: whoever does nothing for ever would never come to its end
 */
public record TeamRules(
        List<Double> cpus, int leastTasks, int mostTasks, int leastCompute, int mostCompute, int limit) {
    /** @throws IllegalArgumentException where there is no agent or task, or a range is empty */
    public TeamRules {
        cpus = List.copyOf(cpus);
        if (cpus.isEmpty() || cpus.stream().anyMatch(cpu -> !(cpu > 0))) {
            throw new IllegalArgumentException("The CPUs " + cpus + " must be above 0, of at least one agent.");
        }
        check("tasks", leastTasks, mostTasks);
        check("compute", leastCompute, mostCompute);
        check("limit", 1, limit);
    }

    private static void check(String name, int least, int most) {
        if (least < 1 || most < least) {
            throw new IllegalArgumentException(
                    "The range of " + name + " (" + least + " to " + most + ") must rise and begin at 1 or above.");
        }
    }

    /** What the agents are called. */
    List<String> agents() {
        return IntStream.range(0, cpus.size()).mapToObj(i -> "agent_" + i).toList();
    }

    /** The computation of the tasks of an episode, in the order of the queue. */
    List<Integer> tasks(long seed) {
        Chance chance = new Chance(seed, "team", 0);
        int count = leastTasks + chance.below(mostTasks - leastTasks + 1);
        List<Integer> tasks = new ArrayList<>();
        for (int task = 0; task < count; task++) {
            tasks.add(leastCompute + chance.below(mostCompute - leastCompute + 1));
        }
        return tasks;
    }

    /**
     * The least sum of the times at which the tasks of an episode can end, each counted from its beginning. What stands k-th from the end of an
     * agent's tasks counts k times, so the largest tasks get the least of k / CPUs.
     *
     * <p>Source: Horowitz, Sahni: Exact and approximate algorithms for scheduling nonidentical processors, Journal of the ACM 23, 1976, §2.
     */
    public double leastCompletion(long seed) {
        List<Integer> tasks = new ArrayList<>(tasks(seed));
        tasks.sort(Comparator.reverseOrder());
        List<Double> counts = new ArrayList<>();
        for (double cpu : cpus) {
            for (int place = 1; place <= tasks.size(); place++) {
                counts.add(place / cpu);
            }
        }
        counts.sort(Comparator.naturalOrder());
        double sum = 0;
        for (int task = 0; task < tasks.size(); task++) {
            sum += tasks.get(task) * counts.get(task);
        }
        return sum;
    }
}
