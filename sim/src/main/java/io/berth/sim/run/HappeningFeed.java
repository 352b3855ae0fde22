package io.berth.sim.run;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.event.Event;
import io.berth.core.time.Nanos;
import io.berth.sim.clock.Feed;
import io.berth.sim.workload.Happening;
import java.util.ArrayList;
import java.util.List;

/** What people and the world do in a workload beside its submissions; of a cluster that may be another than it was. */
final class HappeningFeed implements Feed {
    private final List<Happening> happenings = new ArrayList<>();
    private int next;

    /**
     * @param all in their order
     * @param nodes of the run; nothing happens to others, and one that joins again is as it is there
     */
    HappeningFeed(List<Happening> all, List<NodeSpec> nodes) {
        for (Happening happening : all) {
            long at = happening.atNanos();
            switch (happening.event()) {
                case Event.NodeJoined joined -> {
                    if (joined.node() < nodes.size()) {
                        NodeSpec spec =
                                same(joined.node(), joined.spec(), nodes) ? nodes.get(joined.node()) : joined.spec();
                        happenings.add(new Happening(at, new Event.NodeJoined(joined.node(), spec)));
                    }
                }
                case Event.NodeChanged changed -> add(at, changed, same(changed.node(), changed.spec(), nodes));
                case Event.NodeForgotten forgotten -> add(at, forgotten, forgotten.node() < nodes.size());
                case Event.NodeLost lost -> add(at, lost, lost.node() < nodes.size());
                case Event.UsageObserved usage -> add(at, usage, usage.node() < nodes.size());
                case Event.NodeDrained drained -> add(at, drained, drained.node() < nodes.size());
                case Event.JobOperation operation -> add(at, operation, true);
                case Event.BudgetChanged budget -> add(at, budget, true);
                case Event.DataDeclared data -> add(at, data, true);
                case Event.QueuesDeclared queues -> add(at, queues, true);
                case Event.ReservationChanged reserved -> add(at, reserved, true);
                case Event.PoolsDeclared pools -> add(at, pools, true);
                case Event.QosDeclared classes -> add(at, classes, true);
                case Event.JobSubmitted _, Event.JobFound _, Event.MixExpected _, Event.TaskOutcome _ -> {}
                case Event.ProgressReported _, Event.WindowPlanned _, Event.Tick _, Event.StrategyChanged _ -> {}
                case Event.ClockJumped _, Event.ClockSet _, Event.ImageChanged _ -> {}
                case Event.DataHeld _, Event.LoadObserved _, Event.TaskMeasured _, Event.GuaranteedObserved _ -> {}
            }
        }
    }

    /** True where {@code node} of the run is the machine that {@code spec} says; another may have got its number. */
    private static boolean same(int node, NodeSpec spec, List<NodeSpec> nodes) {
        return node < nodes.size() && nodes.get(node).name().equals(spec.name());
    }

    private void add(long at, Event event, boolean known) {
        if (known) {
            happenings.add(new Happening(at, event));
        }
    }

    @Override
    public long nextNanos() {
        return next == happenings.size() ? Nanos.NEVER : happenings.get(next).atNanos();
    }

    @Override
    public Event next() {
        return happenings.get(next++).event();
    }
}
