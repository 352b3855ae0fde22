package io.berth.core.plan;

import io.berth.core.catalog.Strategy;
import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Resource;
import io.berth.core.cluster.Shape;
import io.berth.core.cluster.spare.Amount;
import io.berth.core.cluster.spare.Spare;
import io.berth.core.decision.Grant;
import io.berth.core.decision.Reason;
import io.berth.core.plan.queue.WaitingQueue;
import io.berth.core.policy.Filter;
import io.berth.core.spare.SpareRoom;
import io.berth.core.state.Job;
import io.berth.core.state.QueueListener;
import io.berth.core.state.State;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Starts best-effort jobs on what others ask for and do not use, in the order of the strategy, each task on the node where most is left. They
 * have a queue of their own: whoever of them does not fit holds nobody up, is promised nothing, and nobody stops for it.
 */
final class BestEffort extends Stage {
    private final Pass pass;
    private final WaitingQueue queue;
    /** The gangs that did not fit in this pass, by number. */
    private final TreeSet<Integer> misfits = new TreeSet<>();

    BestEffort(Pass pass) {
        this.pass = pass;
        this.queue = new WaitingQueue(pass.state(), pass.marks());
    }

    /** Hears which jobs wait: of best effort itself, {@code others} of all others. */
    QueueListener beside(QueueListener others) {
        return new QueueListener() {
            @Override
            public void waits(Job job) {
                (job.bestEffort() ? queue : others).waits(job);
            }

            @Override
            public void leaves(Job job) {
                (job.bestEffort() ? queue : others).leaves(job);
            }
        };
    }

    @Override
    void follow(Strategy strategy) {
        queue.reorder(strategy.order().keyed());
    }

    @Override
    void run(Strategy strategy) {
        if (queue.empty()) {
            return;
        }
        misfits.clear();
        Filter filter = filter(pass.state(), strategy.placing().filter());
        for (Job job : queue.all()) {
            pass.draft().comesTo(job);
            if (pass.rests(job)) {
                pass.draft().passedOver(job, Reason.BACK_OFF);
            } else {
                decide(job, filter);
            }
        }
    }

    /** Of what was measured long ago they may have what nobody asks for, from a moment on that no event tells. */
    @Override
    long wakeNanos(Strategy strategy) {
        long next = Nanos.NEVER;
        if (!queue.empty()) {
            SpareRoom room = pass.spareRoom();
            for (int node : pass.state().nodeTable().spare().measured()) {
                next = StrictMath.min(next, room.changesNanos(node));
            }
        }
        return next;
    }

    /** Which nodes may take a task by {@code others}, and have room for it where it is of best effort. */
    static Filter filter(State state, Filter others) {
        SpareRoom room = new SpareRoom(state.nodeTable(), state.nowNanos());
        return others.and((_, node, shape) ->
                !shape.bestEffort() || room.grant(shape.demand(), node) != null ? null : Reason.SPARE_ROOM);
    }

    private void decide(Job job, Filter filter) {
        pass.open().enter(job);
        int first = pass.scratch().checkpoint();
        if (!misfits.contains(job.gang().id()) && place(job, filter)) {
            pass.draft().start(job, first);
            return;
        }
        pass.scratch().rollback(first);
        if (job.uniform() && job.leastTasks() == 1 && !pass.open().closes()) {
            misfits.add(job.gang().id());
        }
        if (!job.spec().terms().awaitsNodes() && never(job)) {
            pass.draft().reject(job, Reason.NO_NODE_EVER);
        } else {
            pass.draft().noRoom(job, false);
        }
    }

    /** Takes room for as many tasks of each group as there is, if that is enough. */
    private boolean place(Job job, Filter filter) {
        for (int group = 0; group < job.gang().groups(); group++) {
            Shape shape = job.gang().shape(group);
            int first = job.spec().firstTask(group);
            int placed = 0;
            while (placed < job.spec().groups().get(group).max() && placeOne(shape, first + placed, filter)) {
                placed++;
            }
            if (placed < job.spec().groups().get(group).min()) {
                return false;
            }
        }
        return true;
    }

    private boolean placeOne(Shape shape, int task, Filter filter) {
        NodeTable nodes = pass.state().nodeTable();
        SpareRoom room = pass.spareRoom();
        Demand demand = shape.demand();
        int best = -1;
        long most = -1;
        @Nullable Grant granted = null;
        for (int node = 0; node < nodes.count(); node++) {
            Grant grant = filter.whyNot(nodes, node, shape) == null ? room.grant(demand, node) : null;
            long left = grant == null ? -1 : room.leftMilli(demand, node, grant);
            if (grant != null && left > most) {
                best = node;
                most = left;
                granted = grant;
            }
        }
        if (granted == null) {
            return false;
        }
        pass.scratch().take(shape, task, best, granted);
        return true;
    }

    /** True where an empty cluster that nobody uses has no room for its tasks, placed as they are here. */
    private boolean never(Job job) {
        Spare held = new Spare();
        for (int group = 0; group < job.gang().groups(); group++) {
            Shape shape = job.gang().shape(group);
            for (int task = 0; task < job.spec().groups().get(group).min(); task++) {
                if (!placeOnEmpty(shape, held, job.uniform())) {
                    return true;
                }
            }
        }
        return false;
    }

    /** On the first node that takes it, where {@code first}, as equal tasks fit in any order or in none; else where most is left. */
    private boolean placeOnEmpty(Shape shape, Spare held, boolean first) {
        NodeTable nodes = pass.state().nodeTable();
        SpareRoom room = pass.spareRoom();
        int best = -1;
        long most = -1;
        @Nullable Amount taken = null;
        for (int node = 0; node < nodes.count() && !(first && best >= 0); node++) {
            boolean could = nodes.known(node)
                    && nodes.neverFits(shape, node) == null
                    && held.tasks(node) < nodes.total(node, Resource.TASKS);
            Amount left = could ? room.ofEmpty(node, held.held(node)) : null;
            Grant grant = left == null ? null : room.grant(shape.demand(), node, left);
            long leaves = left == null || grant == null ? -1 : room.leftMilli(shape.demand(), node, grant, left);
            if (grant != null && leaves > most) {
                best = node;
                most = leaves;
                taken = Amount.held(shape.demand(), grant, nodes.nodeClass(node).devices());
            }
        }
        if (taken != null) {
            held.move(best, taken, 1);
        }
        return taken != null;
    }
}
