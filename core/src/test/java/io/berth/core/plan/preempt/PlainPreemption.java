package io.berth.core.plan.preempt;

import io.berth.core.catalog.Catalog;
import io.berth.core.catalog.Strategy;
import io.berth.core.cluster.NodeRow;
import io.berth.core.cluster.NodeTable;
import io.berth.core.decision.Placement;
import io.berth.core.plan.index.PlacementTurn;
import io.berth.core.plan.index.StrategyInForce;
import io.berth.core.plan.room.JobRoom;
import io.berth.core.plan.room.Scratch;
import io.berth.core.policy.KeyedOrder;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.state.part.Move;
import io.berth.core.strategy.Backfill;
import io.berth.core.time.Nanos;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/** Preemption by its definition: all that run are sorted, and released one after the other until the pending job fits. */
final class PlainPreemption {
    final List<String> decided = new ArrayList<>();
    private final State state;
    private final NodeTable nodes;
    private final Strategy strategy;
    private final Scratch scratch;
    private final JobRoom room;
    private final TreeMap<Integer, NodeRow> notFreeYet = new TreeMap<>();
    private final TreeSet<Long> released = new TreeSet<>();
    private final List<Job> candidates;

    PlainPreemption(State state, Catalog catalog) {
        this.state = state;
        this.nodes = state.nodeTable();
        StrategyInForce inForce = new StrategyInForce(state, catalog);
        inForce.refresh();
        this.strategy = inForce.strategy();
        this.scratch = new Scratch(nodes);
        PlacementTurn turn = new PlacementTurn(state);
        turn.begin(state.passes() + 1);
        this.room = new JobRoom(state, inForce, scratch, turn);
        this.candidates = new ArrayList<>(state.jobs().stream()
                .filter(job -> !job.waiting() && !state.stops(job))
                .sorted(byKey().reversed())
                .toList());
    }

    /** When the next job weakens. */
    long weakensNanos() {
        return state.jobs().stream()
                .filter(job -> !job.waiting() && job.stopping() == null)
                .mapToLong(job -> strategy.order().keyed().weakensNanos(job, state.nowNanos()))
                .min()
                .orElse(Nanos.NEVER);
    }

    /** Who starts where, and who is preempted. */
    List<String> decide() {
        state.jobs().stream().filter(job -> !job.waiting() && state.stops(job)).forEach(job -> {
            scratch.release(job);
            note(job);
        });
        for (Job job : state.jobs().stream().filter(Job::queued).sorted(byKey()).toList()) {
            if (job.notBeforeNanos() <= state.nowNanos() && !decide(job)) {
                break;
            }
        }
        scratch.rollback(0);
        return decided;
    }

    private boolean decide(Job job) {
        int first = scratch.checkpoint();
        Move kept = state.moves().get(job.id());
        if (kept != null && room.takeAt(job, kept.placements()) || room.take(job)) {
            if (free(job, first)) {
                List<Placement> placements = new ArrayList<>();
                for (int task = first; task < scratch.checkpoint(); task++) {
                    placements.add(new Placement(scratch.node(task), scratch.grant(task)));
                }
                decided.add("start " + job.id() + " " + placements);
            }
            return true;
        }
        long slots = 0;
        for (int node = 0; node < nodes.count(); node++) {
            slots += nodes.emptySlots(job.shape(), node);
        }
        boolean ever = slots >= job.spec().tasks();
        return !ever
                || makeRoom(job)
                || job.deadlineNanos() <= state.nowNanos()
                || strategy.backfill() != Backfill.NONE;
    }

    private boolean makeRoom(Job job) {
        int checkpoint = scratch.checkpoint();
        List<Job> victims = new ArrayList<>();
        for (Job candidate : candidates) {
            boolean open = !released.contains(candidate.id())
                    && KeyedOrder.preempts(strategy.order().keyed(), job, candidate, state.nowNanos());
            if (!open) {
                continue;
            }
            victims.add(candidate);
            scratch.release(candidate);
            if (room.take(job)) {
                spare(victims);
                victims.forEach(this::note);
                victims.forEach(victim -> decided.add("preempt " + victim.id()));
                return !victims.isEmpty();
            }
        }
        scratch.rollback(checkpoint);
        return false;
    }

    private void spare(List<Job> victims) {
        for (int i = victims.size() - 1; i >= 0; i--) {
            int checkpoint = scratch.checkpoint();
            if (takesBack(victims.get(i))) {
                victims.remove(i);
            } else {
                scratch.rollback(checkpoint);
            }
        }
    }

    private boolean takesBack(Job job) {
        for (int task = 0; task < job.placedTasks(); task++) {
            if (job.holds(task) && !nodes.row(job.node(task)).has(job.shape(), job.grant(task))) {
                return false;
            }
            if (job.holds(task)) {
                scratch.take(job.shape(), task, job.node(task), job.grant(task));
            }
        }
        return true;
    }

    private boolean free(Job job, int first) {
        for (int task = first; task < scratch.checkpoint(); task++) {
            NodeRow pending = notFreeYet.get(scratch.node(task));
            if (pending != null && !nodes.row(scratch.node(task)).covers(pending, job.shape(), scratch.grant(task))) {
                return false;
            }
        }
        return true;
    }

    private void note(Job job) {
        released.add(job.id());
        for (int task = 0; task < job.placedTasks(); task++) {
            if (job.holds(task)) {
                notFreeYet.computeIfAbsent(job.node(task), nodes::emptyRow).give(job.shape(), job.grant(task));
            }
        }
    }

    private Comparator<Job> byKey() {
        return Comparator.<Job>comparingLong(job -> strategy.order().keyed().key(job, state.nowNanos()))
                .thenComparingLong(Job::submitNanos)
                .thenComparingLong(Job::id);
    }
}
