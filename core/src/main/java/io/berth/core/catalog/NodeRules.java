package io.berth.core.catalog;

import io.berth.core.policy.Filter;
import io.berth.core.policy.GangPlacer;
import io.berth.core.policy.delay.Delay;
import io.berth.core.policy.delay.ForData;
import io.berth.core.strategy.Parameter;
import io.berth.core.strategy.Parameter.Type;
import java.util.List;

/** What says where tasks may go and how those of one job go together, in the order in which it is shown. */
final class NodeRules {
    /** Whatever a strategy names is asked behind the first, which no strategy can leave out. */
    static final List<Entry<Filter>> FILTERS = List.of(
            new Entry<>("fit", "nodes that take new tasks and have room", "", List.of(), (_, _) -> Filter.FIT),
            LoadPolicies.OVERLOAD);

    static final List<Entry<GangPlacer>> GANGS = List.of(new Entry<>(
            "one-by-one", "each task where place prefers it", "", List.of(), (_, _) -> GangPlacer.ONE_BY_ONE));

    private static final Parameter FACTOR = new Parameter(
            "factor", Type.NUMBER, "1", "how long a job waits, in times of what it takes to bring what is missing");

    static final List<Entry<Delay>> DELAYS = List.of(
            new Entry<>("none", "every job takes the place that it can have", "", List.of(), (_, _) -> Delay.NONE),
            new Entry<>(
                    "for-data",
                    "a job waits for a node with its data, as long as bringing them takes",
                    "Zaharia et al., EuroSys 2010",
                    List.of(FACTOR),
                    (p, _) -> new ForData(p.number(FACTOR.name()))));

    private NodeRules() {}

    /** {@code filter} behind the rule that a task must fit. */
    static Filter whole(Filter filter) {
        return filter.equals(Filter.FIT) ? filter : Filter.FIT.and(filter);
    }
}
