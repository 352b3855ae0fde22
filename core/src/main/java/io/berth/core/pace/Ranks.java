package io.berth.core.pace;

import io.berth.core.cluster.NodeClass;
import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.device.DeviceLayout;
import io.berth.core.cluster.network.Network;
import io.berth.core.cluster.network.Reach;
import io.berth.core.decision.Placement;
import io.berth.core.workload.term.Traffic;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The ranks of a job where they were placed: a rank is a device, or a task without one. What is not declared costs nothing, be it links of
 * devices or the network.
 *
 * @param count how many
 * @param perNode the most on one node
 * @param within MB/s of the slowest way within a node; {@link #FREE} where none is known
 * @param between MB/s between their nodes; {@link #FREE} where they are on one, or where nothing is known of the network
 */
public record Ranks(int count, int perNode, int within, int between) {
    /** Of a way that costs nothing. */
    public static final int FREE = Integer.MAX_VALUE;

    /** Between devices that reach one another through nothing that is known, on a node of which nothing else is. */
    private static final int SLOWEST = 1;

    /** The ranks of one node. */
    private static final class Share {
        private int ranks;
        private long devices;
    }

    /** Those of the tasks that {@code placements} name, of which there is one at least. */
    public static Ranks of(List<Placement> placements, Nodes nodes) {
        Map<Integer, Share> shares = new LinkedHashMap<>();
        for (Placement placement : placements) {
            Share share = shares.computeIfAbsent(placement.node(), _ -> new Share());
            long mask = placement.grant().mask();
            share.ranks += StrictMath.max(1, Long.bitCount(mask));
            share.devices |= mask;
        }
        int count = 0;
        int perNode = 0;
        int within = FREE;
        for (Map.Entry<Integer, Share> entry : shares.entrySet()) {
            Share share = entry.getValue();
            count += share.ranks;
            perNode = StrictMath.max(perNode, share.ranks);
            within = StrictMath.min(within, within(nodes.nodeClass(entry.getKey()), share));
        }
        return new Ranks(count, perNode, within, between(new ArrayList<>(shares.keySet()), nodes));
    }

    /** How long they exchange in each step what {@code traffic} says; nanoseconds. */
    public double exchangeNanos(Traffic traffic) {
        double network = traffic.pattern().sharesNetwork() && between != FREE ? (double) between / perNode : between;
        double slowest = StrictMath.min(within, network);
        return slowest == FREE ? 0 : traffic.exchangeNanos(count, slowest);
    }

    private static int within(NodeClass node, Share share) {
        if (share.ranks < 2) {
            return FREE;
        }
        int declared = node.network().at(Network.NODE);
        int inside = declared == 0 ? FREE : declared;
        int links = node.devices().slowestLink(share.devices);
        if (links == DeviceLayout.UNKNOWN) {
            return inside;
        }
        return links > 0 ? links : inside == FREE ? SLOWEST : inside;
    }

    /** Of the levels at which all of {@code places} are in one domain, the fastest. */
    private static int between(List<Integer> places, Nodes nodes) {
        NodeClass first = nodes.nodeClass(places.getFirst());
        if (places.size() < 2 || !first.network().known()) {
            return FREE;
        }
        int fastest = 0;
        for (Reach reach : first.network().levels()) {
            if (!reach.level().equals(Network.NODE)) {
                fastest = StrictMath.max(fastest, common(reach.level(), places, nodes));
            }
        }
        for (int i = 0; fastest == 0 && i < places.size(); i++) {
            fastest = StrictMath.max(
                    fastest, nodes.nodeClass(places.get(i)).network().slowest());
        }
        return fastest == 0 ? FREE : fastest;
    }

    /** MB/s of the slowest of {@code places} at {@code level}; 0 where they are not in one domain of it. */
    private static int common(String level, List<Integer> places, Nodes nodes) {
        NodeClass first = nodes.nodeClass(places.getFirst());
        int slowest = FREE;
        for (int i = 0; i < places.size(); i++) {
            NodeClass node = nodes.nodeClass(places.get(i));
            boolean one = level.equals(Network.CLUSTER)
                    || node.label(level) != null && Objects.equals(node.label(level), first.label(level));
            slowest = StrictMath.min(slowest, one ? node.network().at(level) : 0);
        }
        return slowest;
    }
}
