package io.berth.core.plan;

import io.berth.core.catalog.Strategy;
import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Shape;
import io.berth.core.cluster.device.DeviceSet;
import io.berth.core.decision.Reason;
import io.berth.core.plan.resize.Gain;
import io.berth.core.plan.resize.Surplus;
import io.berth.core.policy.KeyedOrder;
import io.berth.core.state.Job;
import io.berth.core.strategy.Resize;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
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
        if (strategy.resize() == Resize.BY_GAIN) {
            growByGain(growing, rule);
            return;
        }
        for (Job job : growing) {
            grow(job, rule);
        }
    }

    /** Task by task: the next to whom it brings most, of equal ones to the first in the order. */
    private void growByGain(List<Job> inOrder, Surplus.Rule rule) {
        List<Growing> growing = new ArrayList<>();
        for (Job job : inOrder) {
            pass.open().leave();
            growing.add(new Growing(job, nodes(job, rule), growing.size()));
        }
        PriorityQueue<Growing> takers = new PriorityQueue<>(
                Comparator.comparingDouble(Growing::gain).reversed().thenComparingInt(Growing::place));
        takers.addAll(growing);
        while (!takers.isEmpty()) {
            Growing next = takers.remove();
            if (takesOneMore(next)) {
                takers.add(next);
            }
        }
        for (Growing job : growing) {
            if (!job.steps.isEmpty()) {
                job.steps.sort(Comparator.comparingInt(pass.scratch()::task));
                pass.draft().grow(job.job, job.steps);
            } else {
                pass.draft().keepsSize(job.job, job.barred() ? Reason.OTHERS_WAIT : null);
            }
        }
    }

    private boolean takesOneMore(Growing growing) {
        Job job = growing.job;
        int step = pass.scratch().checkpoint();
        boolean takes = !growing.barred() && pass.search().takeOneMore(job, growing.among, growing.tasks::get);
        if (takes && allocation.free(step) && !pass.book().refuses(job, pass.scratch(), step)) {
            pass.book().starts(job, pass.scratch(), step);
            growing.add(step);
            return true;
        }
        pass.scratch().rollback(step);
        return false;
    }

    /** A job that got room for further tasks in this pass. */
    private final class Growing {
        private final Job job;
        private final int @Nullable [] among;
        private final int place;
        /** How many tasks it had. */
        private final int had;
        /** Of the scratch, one each. */
        private final List<Integer> steps = new ArrayList<>();
        /** Of these. */
        private final BitSet tasks = new BitSet();

        private double gain;

        Growing(Job job, int @Nullable [] among, int place) {
            this.job = job;
            this.among = among;
            this.place = place;
            this.had = Gain.tasks(job);
            this.gain = ofNext();
        }

        void add(int step) {
            steps.add(step);
            tasks.set(pass.scratch().task(step));
            gain = ofNext();
        }

        private double ofNext() {
            return Gain.ofLast(job, had + steps.size() + 1, pass.nowNanos());
        }

        /** What one task more brings. */
        double gain() {
            return gain;
        }

        /** In the order of the strategy. */
        int place() {
            return place;
        }

        boolean barred() {
            return among != null && among.length == 0;
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
