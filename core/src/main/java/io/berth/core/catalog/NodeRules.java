package io.berth.core.catalog;

import io.berth.core.policy.Filter;
import io.berth.core.policy.GangPlacer;
import io.berth.core.policy.delay.Delay;
import io.berth.core.policy.delay.ForData;
import io.berth.core.policy.delay.ForPrice;
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

    private static final Parameter SLACK = new Parameter(
            "slack",
            Type.NUMBER,
            "0.6",
            "the part of the time until its deadline that is not its run time, which a job waits at most");

    static final List<Entry<Delay>> DELAYS = List.of(
            new Entry<>("none", "every job takes the place that it can have", "", List.of(), (_, _) -> Delay.NONE),
            new Entry<>(
                    "for-data",
                    "a job waits for a node with its data, as long as bringing them takes",
                    "Zaharia et al., EuroSys 2010",
                    List.of(FACTOR),
                    (p, _) -> new ForData(p.number(FACTOR.name()))),
            new Entry<>(
                    "for-price",
                    "a job waits for devices on which it costs less, as its deadline allows",
                    "Qu et al. 2016; Karlin et al., SODA 1990",
                    List.of(SLACK),
                    (p, _) -> new ForPrice(p.number(SLACK.name()))));

    private NodeRules() {}

    /** {@code filter} behind the rule that a task must fit. */
    static Filter whole(Filter filter) {
        return filter.equals(Filter.FIT) ? filter : Filter.FIT.and(filter);
    }
}
