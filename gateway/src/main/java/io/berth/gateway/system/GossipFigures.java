package io.berth.gateway.system;

import io.berth.edge.metric.Metric;
import io.berth.edge.metric.MetricSource;
import io.berth.edge.metric.MetricText;
import io.berth.gateway.peer.Gossip;
import java.util.List;

/** Which other gateways are heard. */
record GossipFigures(Gossip gossip) implements MetricSource {
    private static final Metric OTHERS = Metric.gauge(
            "berth_gateway_peers", "gateways", "Other gateways that said lately what they have and what tenants took.");
    private static final Metric LOST = Metric.gauge(
            "berth_gateway_peers_lost",
            "1 or 0",
            "Whether other gateways cannot be heard because Redis cannot be had, so that quotas a minute are a part.");

    @Override
    public List<Metric> metrics() {
        return List.of(OTHERS, LOST);
    }

    @Override
    public void write(MetricText text) {
        text.put(OTHERS, gossip.others());
        text.put(LOST, gossip.lost() ? 1 : 0);
    }
}
