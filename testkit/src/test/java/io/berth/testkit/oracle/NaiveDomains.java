package io.berth.testkit.oracle;

import io.berth.core.decision.Reason;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.workload.Label;
import io.berth.core.workload.PeerRule;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/** The domains of a label in one of which all tasks of a job must be whose group says so. */
final class NaiveDomains {
    private final State state;

    NaiveDomains(State state) {
        this.state = state;
    }

    /** The label; null where the job may be anywhere. */
    static @Nullable String within(Job job) {
        return job.spec().groups().stream()
                .flatMap(group -> group.demand().peers().stream())
                .filter(PeerRule.Within.class::isInstance)
                .map(rule -> rule.keys().getFirst())
                .findFirst()
                .orElse(null);
    }

    /** The nodes of each domain, the one first that holds fewest tasks, of those that hold {@code least}. */
    List<List<Integer>> tightestFirst(String key, int least, IntUnaryOperator slots) {
        return of(key, state.nodeTable()::present).stream()
                .filter(domain -> sum(domain, slots) >= least)
                .sorted(Comparator.comparingInt(domain -> sum(domain, slots)))
                .toList();
    }

    /** The nodes of each domain, the one with the lowest node first. */
    List<List<Integer>> all(String key) {
        return of(key, state.nodeTable()::present);
    }

    private static int sum(List<Integer> nodes, IntUnaryOperator slots) {
        return nodes.stream().mapToInt(slots::applyAsInt).sum();
    }

    /** Why the cluster as declared could never hold {@code job}; null where it could. */
    @Nullable
    Reason whyNever(Job job) {
        if (!NaivePromise.takeLowest(job, NaiveCluster.empty(state), new TreeSet<>())) {
            return Reason.NO_NODE_EVER;
        }
        String key = within(job);
        boolean fits = key == null
                || of(key, _ -> true).stream()
                        .anyMatch(domain -> NaivePromise.takeLowest(
                                job, NaiveCluster.empty(state).among(domain::contains), new TreeSet<>()));
        return fits ? null : Reason.NO_DOMAIN_EVER;
    }

    private List<List<Integer>> of(String key, IntPredicate counts) {
        LinkedHashMap<String, List<Integer>> domains = new LinkedHashMap<>();
        for (int node = 0; node < state.nodes().count(); node++) {
            String domain = key.equals(PeerRule.NODE)
                    ? Integer.toString(node)
                    : Label.value(state.nodeTable().spec(node).labels(), key);
            if (domain != null && counts.test(node)) {
                domains.computeIfAbsent(domain, _ -> new ArrayList<>()).add(node);
            }
        }
        return List.copyOf(domains.values());
    }
}
