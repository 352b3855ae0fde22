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
     * @param nodes of the run; nothing happens to others, and one that joins is as it is there
     */
    HappeningFeed(List<Happening> all, List<NodeSpec> nodes) {
        for (Happening happening : all) {
            long at = happening.atNanos();
            switch (happening.event()) {
                case Event.NodeJoined joined -> {
                    if (joined.node() < nodes.size()) {
                        happenings.add(
                                new Happening(at, new Event.NodeJoined(joined.node(), nodes.get(joined.node()))));
                    }
                }
                case Event.NodeLost lost -> add(at, lost, lost.node() < nodes.size());
                case Event.UsageObserved usage -> add(at, usage, usage.node() < nodes.size());
                case Event.NodeDrained drained -> add(at, drained, drained.node() < nodes.size());
                case Event event -> add(at, event, true);
            }
        }
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
