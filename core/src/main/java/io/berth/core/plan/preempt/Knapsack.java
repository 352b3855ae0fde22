package io.berth.core.plan.preempt;

import io.berth.core.plan.preempt.NodeLosses.Choice;
import io.berth.core.state.Job;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The cheapest choices of several nodes that give enough room together: one of each node at most (a multiple-choice knapsack). */
final class Knapsack {
    private Knapsack() {}

    /** Empty where all together do not give room for {@code need} tasks more. */
    static Set<Job> cheapest(List<NodeLosses> nodes, int need) {
        List<List<Choice>> all =
                useful(nodes.stream().map(node -> node.choices(need)).toList(), need);
        long[] least = new long[need + 1];
        Arrays.fill(least, 1, need + 1, Long.MAX_VALUE);
        int[][] takes = new int[all.size()][need + 1];
        for (int node = 0; node < all.size(); node++) {
            for (int wanted = need; wanted > 0; wanted--) {
                takes[node][wanted] = take(all.get(node), least, wanted);
            }
        }
        Set<Job> jobs = new LinkedHashSet<>();
        int wanted = least[need] == Long.MAX_VALUE ? 0 : need;
        for (int node = all.size() - 1; node >= 0 && wanted > 0; node--) {
            int count = takes[node][wanted];
            if (count > 0) {
                jobs.addAll(all.get(node).get(count - 1).jobs());
                wanted = StrictMath.max(0, wanted - count);
            }
        }
        return jobs;
    }

    /** For how many of {@code wanted} the node makes room at the least loss, which {@code least} is told; 0 where others do. */
    private static int take(List<Choice> choices, long[] least, int wanted) {
        int takes = 0;
        for (int count = 1; count <= choices.size(); count++) {
            long before = least[StrictMath.max(0, wanted - count)];
            long loss = choices.get(count - 1).loss();
            if (before != Long.MAX_VALUE && before + loss < least[wanted]) {
                least[wanted] = before + loss;
                takes = count;
            }
        }
        return takes;
    }

    /** No more than {@code need / count} nodes give room for {@code count} each: of those that do, the cheapest are enough. */
    private static List<List<Choice>> useful(List<List<Choice>> nodes, int need) {
        Set<Integer> useful = new LinkedHashSet<>();
        int most = nodes.stream().mapToInt(List::size).max().orElse(0);
        for (int count = 1; count <= most; count++) {
            int at = count - 1;
            List<Integer> giving = new ArrayList<>();
            for (int node = 0; node < nodes.size(); node++) {
                if (nodes.get(node).size() > at) {
                    giving.add(node);
                }
            }
            giving.sort(Comparator.<Integer>comparingLong(
                            node -> nodes.get(node).get(at).loss())
                    .thenComparingInt(node -> node));
            useful.addAll(giving.subList(0, StrictMath.min(giving.size(), (need + at) / count)));
        }
        return useful.stream().sorted().map(nodes::get).toList();
    }
}
