package io.berth.sim.table;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.workload.Demand;
import io.berth.sim.trace.OpenbArrivals;
import io.berth.sim.trace.OpenbPod;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The order in which the artifact of the FGD paper submits pods and breaks ties between nodes, for a seed.
 *
 * <p>From one random stream: one draw for a log line; the pods, sorted by name, shuffled; pods drawn (or removed) until they
 * ask for {@code ratio} times the GPUs; then a permutation of the nodes, sorted by name, whose numbers are put before their
 * names, so that of equal scores the smallest number wins. Before that permutation the artifact starts its scheduler, and
 * its start-up takes ten numbers from the same stream. That number was found by trial: with it, and with none other of the
 * first thousand, every published allocation curve tried comes out to the last printed digit (see the experiment on the
 * openb table).
 */
final class PublishedOrder {
    /** What the start of the artifact's scheduler takes from the stream. */
    static final int SCHEDULER_START_DRAWS = 10;

    /** GPU demand to capacity in all published runs. */
    private static final double TUNED_TO = 1.3;

    private final int[] pods;
    private final int[] ranksAsListed;
    private final int[] ranks;

    private PublishedOrder(int[] pods, int[] ranksAsListed, int[] ranks) {
        this.pods = pods;
        this.ranksAsListed = ranksAsListed;
        this.ranks = ranks;
    }

    /**
     * @param demands of the pods in the order of their names
     * @param ratio of GPU demand to capacity
     */
    static PublishedOrder of(List<Demand> demands, List<NodeSpec> nodes, double ratio, long seed) {
        long capacity = 0;
        for (NodeSpec node : nodes) {
            capacity += node.gpus() * (long) Demand.WHOLE_GPU_MILLI;
        }
        LaggedFibonacci plain = new LaggedFibonacci(seed);
        int[] pods = submissions(demands, ratio * capacity, plain);
        LaggedFibonacci started = plain.copy();
        for (int i = 0; i < SCHEDULER_START_DRAWS; i++) {
            started.next();
        }
        return new PublishedOrder(pods, plain.permutation(nodes.size()), started.permutation(nodes.size()));
    }

    /**
     * The nodes of a folder's order of arrival, the one that wins every tie first: as the artifact had them where that order
     * is the one its stream gives for {@code seed}, as the folder says where it is another.
     */
    static List<NodeSpec> nodesOf(OpenbArrivals arrivals, List<OpenbPod> pods, List<NodeSpec> nodes, long seed) {
        List<OpenbPod> byName = new ArrayList<>(pods);
        byName.sort(Comparator.comparing(OpenbPod::name));
        if (!byName.equals(pods)) {
            return arrivals.nodesByTieRank();
        }
        PublishedOrder order = of(pods.stream().map(OpenbPod::demand).toList(), nodes, TUNED_TO, seed);
        boolean same = order.pods.length == arrivals.size()
                && order.byTieRankAsListed(nodes).equals(arrivals.nodesByTieRank());
        for (int i = 0; same && i < order.pods.length; i++) {
            same = order.pods[i] == arrivals.pod(i);
        }
        return same ? order.byTieRank(nodes) : arrivals.nodesByTieRank();
    }

    /** The pods in the order of submission, as places in the list sorted by name. */
    int[] pods() {
        return pods.clone();
    }

    /** The nodes, the one that wins every tie first; {@code nodes} in any order. */
    List<NodeSpec> byTieRank(List<NodeSpec> nodes) {
        return sorted(nodes, ranks);
    }

    /** The same with a scheduler that takes nothing from the stream, which is what the orders in circulation hold. */
    List<NodeSpec> byTieRankAsListed(List<NodeSpec> nodes) {
        return sorted(nodes, ranksAsListed);
    }

    private static List<NodeSpec> sorted(List<NodeSpec> nodes, int[] rankByName) {
        List<NodeSpec> byName = new ArrayList<>(nodes);
        byName.sort(Comparator.comparing(NodeSpec::name));
        NodeSpec[] byRank = new NodeSpec[nodes.size()];
        for (int i = 0; i < byRank.length; i++) {
            byRank[rankByName[i]] = byName.get(i);
        }
        return List.of(byRank);
    }

    private static int[] submissions(List<Demand> demands, double wantedMilli, LaggedFibonacci stream) {
        stream.next();
        int[] order = new int[demands.size()];
        long asked = 0;
        for (int pod = 0; pod < order.length; pod++) {
            order[pod] = pod;
            asked += demands.get(pod).totalGpuMilli();
        }
        stream.shuffle(order);
        if (asked == wantedMilli) {
            return order;
        }
        return asked > wantedMilli
                ? pruned(order, demands, asked - wantedMilli, stream)
                : grown(order, demands, wantedMilli - asked, stream);
    }

    private static int[] pruned(int[] order, List<Demand> demands, double tooMuchMilli, LaggedFibonacci stream) {
        int left = order.length;
        double tooMuch = tooMuchMilli;
        while (tooMuch > 0 && left > 0) {
            int removed = stream.below(left);
            tooMuch -= demands.get(order[removed]).totalGpuMilli();
            System.arraycopy(order, removed + 1, order, removed, left - removed - 1);
            left--;
        }
        return Arrays.copyOf(order, left);
    }

    /** Ends at the first pod drawn whose share of one device would be too much; the artifact counts it so. */
    private static int[] grown(int[] order, List<Demand> demands, double missingMilli, LaggedFibonacci stream) {
        int[] grown = order;
        int size = order.length;
        double missing = missingMilli;
        while (true) {
            int drawn = stream.below(demands.size());
            if (demands.get(drawn).gpuMilli() > missing) {
                return Arrays.copyOf(grown, size);
            }
            if (size == grown.length) {
                grown = Arrays.copyOf(grown, size * 2);
            }
            grown[size++] = drawn;
            missing -= demands.get(drawn).totalGpuMilli();
        }
    }
}
