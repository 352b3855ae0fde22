package io.berth.testkit.oracle;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.policy.device.DeviceOrder;
import io.berth.core.policy.device.Offer;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.workload.Demand;
import java.util.List;
import java.util.stream.IntStream;

/** Which nodes are tried first for a job, each ranked by itself. */
final class NaiveDevices {
    private NaiveDevices() {}

    /** The best first, equal ones together; nothing where all nodes are the same to it. */
    static List<List<Integer>> inOrder(Job job, DeviceOrder order, State state) {
        Demand demand = job.spec()
                .groups()
                .get(NaivePlanner.hardestFirst(job.spec()).getFirst())
                .demand();
        if (order.equals(DeviceOrder.ANY) || demand.gpus() == 0) {
            return List.of();
        }
        List<Integer> nodes = IntStream.range(0, state.nodes().count())
                .filter(node -> state.nodeTable().usable(node))
                .filter(node -> state.nodeTable().spec(node).devices().stream()
                        .anyMatch(set -> demand.devices().of().accepts(set.kind(), set.model())))
                .boxed()
                .toList();
        return nodes.stream()
                .map(node -> rank(job, demand, order, state, node))
                .distinct()
                .sorted((one, other) -> Long.compare(other, one))
                .map(rank -> nodes.stream()
                        .filter(node -> rank(job, demand, order, state, node) == rank)
                        .toList())
                .toList();
    }

    /** What is learnt is asked of the state: of it the planner keeps nothing. */
    private static long pace(Job job, State state, String model) {
        return state.speeds().learns()
                ? state.speeds().of(job.spec(), job.measuredOn(), model).millionths()
                : job.spec().profile().toldOn(model);
    }

    private static long rank(Job job, Demand demand, DeviceOrder order, State state, int node) {
        NodeSpec spec = state.nodeTable().spec(node);
        List<Offer> offers = spec.devices().stream()
                .filter(set -> demand.devices().of().accepts(set.kind(), set.model()))
                .map(set -> new Offer(
                        pace(job, state, set.model()),
                        set.rate().micros(),
                        job.spec().profile().utilityOn(set.model())))
                .toList();
        Offer worst = new Offer(
                offers.stream().mapToLong(Offer::pace).min().orElseThrow(),
                offers.stream().mapToLong(Offer::micros).max().orElseThrow(),
                offers.stream().mapToLong(Offer::utility).min().orElseThrow());
        return order.rank(job, worst, state.nowNanos());
    }
}
