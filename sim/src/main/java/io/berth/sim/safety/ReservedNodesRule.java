package io.berth.sim.safety;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.queue.QueueTree;
import io.berth.core.reserve.NodeReservation;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.time.Nanos;

/** Whether a task may start on a node for all that is reserved, reckoned time by time and node by node. */
final class ReservedNodesRule {
    private ReservedNodesRule() {}

    /** The reservation that keeps a task of {@code job}, which starts at {@code now}, from {@code node}; empty for none. */
    static String breaks(State state, Job job, int node, long now) {
        for (NodeReservation one : state.reservations().all().values()) {
            if (has(one, state, node)
                    && !its(one, job.queue(), state.queues().tree())
                    && meets(one, now, Nanos.after(now, runs(job)))) {
                return one.name();
            }
        }
        return "";
    }

    /** By its limit; of one that has none only its first moment is certain. */
    private static long runs(Job job) {
        long limit = job.spec().terms().timeLimitNanos();
        return limit == Nanos.NEVER ? 1 : limit;
    }

    private static boolean meets(NodeReservation one, long from, long until) {
        long start = one.time().startNanos();
        for (long time = 0; start < until; time++) {
            if (start + one.time().durationNanos() > from) {
                return true;
            }
            boolean last = one.time().everyNanos() == 0
                    || one.time().times() > 0 && time + 1 >= one.time().times();
            if (last) {
                return false;
            }
            start += one.time().everyNanos();
        }
        return false;
    }

    private static boolean its(NodeReservation one, String queue, QueueTree tree) {
        String name = queue;
        while (!one.queues().contains(name)) {
            int parent = tree.number(name) < 0 ? -1 : tree.parent(tree.number(name));
            if (parent < 0 || parent >= tree.size() || parent == tree.root()) {
                return false;
            }
            name = tree.queues().get(parent).name();
        }
        return true;
    }

    private static boolean has(NodeReservation one, State state, int node) {
        NodeSpec spec = state.nodeTable().spec(node);
        if (one.nodes().names().contains(spec.name())) {
            return true;
        }
        boolean counted = one.nodes().count() > 0;
        if (!counted && one.nodes().labels().isEmpty()
                || !spec.labels().containsAll(one.nodes().labels())) {
            return false;
        }
        int before = 0;
        for (int other = 0; other < node; other++) {
            NodeSpec known = state.nodeTable().spec(other);
            before += !known.isForgotten()
                            && known.labels().containsAll(one.nodes().labels())
                    ? 1
                    : 0;
        }
        return !counted || before < one.nodes().count();
    }
}
