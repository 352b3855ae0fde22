package io.berth.core.catalog;

import io.berth.core.policy.Filter;
import io.berth.core.policy.GangPlacer;
import java.util.List;

/** What says where tasks may go and how those of one job go together, in the order in which it is shown. */
final class NodeRules {
    /** Whatever a strategy names is asked behind the first, which no strategy can leave out. */
    static final List<Entry<Filter>> FILTERS = List.of(
            new Entry<>("fit", "nodes that take new tasks and have room", "", List.of(), (_, _) -> Filter.FIT),
            LoadPolicies.OVERLOAD);

    static final List<Entry<GangPlacer>> GANGS = List.of(new Entry<>(
            "one-by-one", "each task where place prefers it", "", List.of(), (_, _) -> GangPlacer.ONE_BY_ONE));

    private NodeRules() {}

    /** {@code filter} behind the rule that a task must fit. */
    static Filter whole(Filter filter) {
        return filter.equals(Filter.FIT) ? filter : Filter.FIT.and(filter);
    }
}
