package io.berth.core.plan;

import io.berth.core.catalog.Strategy;
import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Shape;
import io.berth.core.cluster.device.DeviceSet;
import io.berth.core.decision.Reason;
import io.berth.core.plan.resize.Surplus;
import io.berth.core.policy.KeyedOrder;
import io.berth.core.state.Job;
import io.berth.core.strategy.Resize;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Jobs that run get more of their tasks, up to the most that they may have, in the order of the strategy, where room is free. Whoever waits
 * goes first: nobody gets a task on a node that could ever take one of a waiting job, unless the task is given back when that job wants it.
 */
final class Growth extends Stage {
    private final Pass pass;
    private final Allocation allocation;

    /** @param allocation knows what is not free yet */
    Growth(Pass pass, Allocation allocation) {
        this.pass = pass;
        this.allocation = allocation;
    }

    @Override
    boolean of(Strategy strategy) {
        return strategy.resize() != Resize.NONE;
    }

    @Override
    void run(Strategy strategy) {
        List<Job> growing = new ArrayList<>(pass.elastic().open());
        growing.removeIf(job -> pass.marks().released(job) || full(job) || rests(job));
        if (growing.isEmpty()) {
            return;
        }
        allocation.relax();
        KeyedOrder order = strategy.order().keyed();
        growing.sort(Comparator.<Job>comparingLong(job -> order.key(job, pass.nowNanos()))
                .thenComparingLong(Job::submitNanos)
                .thenComparingLong(Job::id));
        Surplus.Rule rule = new Surplus.Rule(strategy.resize(), order);
        for (Job job : growing) {
            grow(job, rule);
        }
    }

    private boolean rests(Job job) {
        boolean rests = pass.rests(job);
        if (rests) {
            pass.draft().keepsSize(job, Reason.BACK_OFF);
        }
        return rests;
    }

    /** True where it has as many tasks as it may have, those that stop counted in. */
    private static boolean full(Job job) {
        return IntStream.range(0, job.placedTasks()).allMatch(task -> job.node(task) >= 0);
    }

    private void grow(Job job, Surplus.Rule rule) {
        pass.open().leave();
        int first = pass.scratch().checkpoint();
        int @Nullable [] among = nodes(job, rule);
        if (among != null && among.length == 0) {
            pass.draft().keepsSize(job, Reason.OTHERS_WAIT);
            return;
        }
        pass.search()
                .takeMore(
                        job,
                        among,
                        step -> allocation.free(step) && !pass.book().refuses(job, pass.scratch(), first));
        if (pass.scratch().checkpoint() > first) {
            pass.book().starts(job, pass.scratch(), first);
            pass.draft().grow(job, first);
        } else {
            pass.draft().keepsSize(job, null);
        }
    }

    /** The nodes to which tasks of {@code job} may come, ascending; null for all. */
    private int @Nullable [] nodes(Job job, Surplus.Rule rule) {
        List<Shape> others = othersFirst(job, rule);
        NodeTable nodes = pass.state().nodeTable();
        String model = job.model(nodes);
        int[] among = IntStream.range(0, nodes.count())
                .filter(node -> (model == null || has(nodes, node, model))
                        && others.stream().noneMatch(shape -> nodes.usable(node) && nodes.emptySlots(shape, node) > 0))
                .toArray();
        return among.length == nodes.count() ? null : among;
    }

    /** Tasks on devices of another model would be no faster or slower than is told of those that run. */
    private static boolean has(NodeTable nodes, int node, String model) {
        for (DeviceSet set : nodes.nodeClass(node).devices().sets()) {
            if (set.model().equals(model)) {
                return true;
            }
        }
        return false;
    }

    /** What tasks ask for that wait, and to which {@code job} would not give what it has. */
    private List<Shape> othersFirst(Job job, Surplus.Rule rule) {
        TreeMap<Integer, Shape> others = new TreeMap<>();
        for (Job waiting : pass.queue().all()) {
            boolean first = !rule.gives(job, waiting, pass.nowNanos())
                    && !pass.patienceOver(waiting)
                    && pass.search().whyNever(waiting) == null;
            for (int group = 0; first && group < waiting.gang().groups(); group++) {
                Shape shape = waiting.gang().shape(group);
                others.put(shape.id(), shape);
            }
        }
        return List.copyOf(others.values());
    }
}
