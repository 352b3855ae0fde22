package io.berth.sim.trace.openb;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.workload.Demand;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The order in which the artifact of the FGD paper submits pods and breaks ties between nodes, for a seed.
 *
 * <p>From one random stream ({@link GoRandom}): one draw for a log line; the pods, sorted by name, shuffled; pods drawn again,
 * or taken out, until they ask for {@code ratio} times the GPUs; then a permutation of the nodes, sorted by name, whose
 * numbers are put before their names, so that of equal scores the smallest number wins. Before that permutation the artifact
 * starts its scheduler, and the start takes ten numbers from the same stream. That number was found by trial: with it, and
 * with none other of the first thousand, every published allocation curve tried comes out to the last printed digit.
 */
public final class OpenbOrder {
    /** What the start of the artifact's scheduler takes from the stream. */
    private static final int SCHEDULER_START_DRAWS = 10;

    /** GPU demand to capacity in all published runs. */
    public static final double PUBLISHED_RATIO = 1.3;

    // The published runs have some 13,000; this is where a list all but without GPUs would fill the memory.
    private static final long MAX_PODS = 20_000_000;

    private final int[] pods;
    private final List<NodeSpec> nodes;
    private final List<NodeSpec> nodesAsListed;

    private OpenbOrder(int[] pods, List<NodeSpec> nodes, List<NodeSpec> nodesAsListed) {
        this.pods = pods;
        this.nodes = nodes;
        this.nodesAsListed = nodesAsListed;
    }

    /**
     * @param ratio of GPU demand to the GPUs of {@code nodes}, at most 1000; {@link #PUBLISHED_RATIO} in the paper, 0 for the
     *     pods of the list as they are, once each
     */
    public static OpenbOrder of(OpenbPods list, List<NodeSpec> nodes, double ratio, long seed) {
        if (!(ratio >= 0 && ratio <= 1000)) {
            throw new IllegalArgumentException("The ratio (" + ratio + ") must be 0 to 1000.");
        }
        long capacity = 0;
        for (NodeSpec node : nodes) {
            capacity += node.gpus() * (long) Demand.WHOLE_GPU_MILLI;
        }
        GoRandom stream = new GoRandom(seed);
        stream.next();
        int[] pods = submissions(list, ratio * capacity, stream);
        GoRandom started = stream.copy();
        for (int i = 0; i < SCHEDULER_START_DRAWS; i++) {
            started.next();
        }
        return new OpenbOrder(
                pods,
                ranked(nodes, started.permutation(nodes.size())),
                ranked(nodes, stream.permutation(nodes.size())));
    }

    /**
     * The nodes of an order of arrival, the one that wins every tie first: as the artifact had them where that order is the
     * one its stream gives for {@code seed}, as the order says where it is another.
     */
    public static List<NodeSpec> nodesOf(OpenbArrivals arrivals, OpenbPods list, List<NodeSpec> nodes, long seed) {
        OpenbOrder published = of(list, nodes, PUBLISHED_RATIO, seed);
        boolean same = Arrays.equals(published.pods, arrivals.order())
                && published.nodesAsListed.equals(arrivals.nodesByTieRank());
        return same ? published.nodes : arrivals.nodesByTieRank();
    }

    /** The nodes, the one that wins every tie first. */
    public List<NodeSpec> nodesByTieRank() {
        return nodes;
    }

    /** The pods by arrival, as places in the list; one may come more than once. */
    public int[] pods() {
        return pods.clone();
    }

    private static List<NodeSpec> ranked(List<NodeSpec> nodes, int[] rankByName) {
        List<NodeSpec> byName = new ArrayList<>(nodes);
        byName.sort(Comparator.comparing(NodeSpec::name));
        NodeSpec[] byRank = new NodeSpec[rankByName.length];
        for (int i = 0; i < byRank.length; i++) {
            byRank[rankByName[i]] = byName.get(i);
        }
        return List.of(byRank);
    }

    private static int[] submissions(OpenbPods list, double wantedMilli, GoRandom stream) {
        List<OpenbPod> pods = list.pods();
        int[] byName = byName(pods);
        int[] order = byName.clone();
        stream.shuffle(order);
        long asked = 0;
        for (OpenbPod pod : pods) {
            asked += pod.demand().totalGpuMilli();
        }
        if (wantedMilli == 0 || asked == 0 || asked == wantedMilli) {
            return order;
        }
        if (wantedMilli / asked * pods.size() > MAX_PODS) {
            String allowed = MAX_PODS + " pods for the tune ratio";
            throw list.file().problem(0, "num_gpu", "", "asks for too few GPUs to be resampled", allowed);
        }
        return asked > wantedMilli
                ? pruned(order, pods, asked - wantedMilli, stream)
                : grown(order, byName, pods, wantedMilli - asked, stream);
    }

    private static int[] byName(List<OpenbPod> pods) {
        List<Integer> places = new ArrayList<>(pods.size());
        for (int place = 0; place < pods.size(); place++) {
            places.add(place);
        }
        places.sort(Comparator.comparing(place -> pods.get(place).name()));
        int[] byName = new int[places.size()];
        for (int i = 0; i < byName.length; i++) {
            byName[i] = places.get(i);
        }
        return byName;
    }

    private static int[] pruned(int[] order, List<OpenbPod> pods, double tooMuchMilli, GoRandom stream) {
        int left = order.length;
        double tooMuch = tooMuchMilli;
        while (tooMuch > 0 && left > 0) {
            int removed = stream.below(left);
            tooMuch -= pods.get(order[removed]).demand().totalGpuMilli();
            System.arraycopy(order, removed + 1, order, removed, left - removed - 1);
            left--;
        }
        return Arrays.copyOf(order, left);
    }

    /** Ends at the first pod drawn of which a single device would be too much; so the artifact counts. */
    private static int[] grown(int[] order, int[] byName, List<OpenbPod> pods, double missingMilli, GoRandom stream) {
        int[] grown = order;
        int size = order.length;
        double missing = missingMilli;
        while (true) {
            int drawn = byName[stream.below(byName.length)];
            Demand demand = pods.get(drawn).demand();
            if (demand.gpuMilli() > missing) {
                return Arrays.copyOf(grown, size);
            }
            if (size == grown.length) {
                grown = Arrays.copyOf(grown, size * 2);
            }
            grown[size++] = drawn;
            missing -= demand.totalGpuMilli();
        }
    }
}
