package io.berth.testkit.oracle;

import io.berth.core.cluster.NodeTable;
import io.berth.core.decision.Decision;
import io.berth.core.decision.Placement;
import io.berth.core.decision.Reason;
import io.berth.core.engine.Job;
import io.berth.core.engine.State;
import io.berth.core.policy.Backfill;
import io.berth.core.policy.Catalog;
import io.berth.core.policy.Placer;
import io.berth.core.policy.Strategy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What should be decided, found the plain way: for every task every node is looked at, and nothing is kept for later. */
final class NaivePlanner {
    private final State state;
    private final Strategy strategy;
    private final NaiveCluster cluster;
    private final NodeTable scored;
    private final NaiveTurn turn;
    private final List<Decision> decisions = new ArrayList<>();
    private final TreeSet<Long> planned = new TreeSet<>();

    NaivePlanner(State state, Catalog catalog) {
        this.state = state;
        this.strategy = catalog.strategy(state.strategy(), state.facts());
        this.cluster = NaiveCluster.now(state);
        this.scored = TableCopy.of(state);
        this.turn = new NaiveTurn(state);
    }

    /** The decisions after those that stop jobs, of which there are {@code stops}. */
    List<Decision> decide(int stops) {
        List<Job> waiting =
                new ArrayList<>(state.jobs().stream().filter(Job::waiting).toList());
        waiting.sort(Comparator.<Job>comparingLong(job -> strategy.order().key(job, state.nowNanos()))
                .thenComparingLong(Job::submitNanos)
                .thenComparingLong(Job::id));
        for (Job job : waiting) {
            if (job.notBeforeNanos() > state.nowNanos()) {
                continue;
            }
            List<Placement> placements = place(job);
            if (placements != null) {
                add(job, new Decision.Start(id(stops), job.id(), placements));
            } else if (strategy.backfill() == Backfill.NONE
                    && fitsEver(job)
                    && job.deadlineNanos() > state.nowNanos()) {
                break;
            }
        }
        for (Job job : waiting) {
            if (job.notBeforeNanos() <= state.nowNanos() && !planned.contains(job.id()) && !fitsEver(job)) {
                add(job, new Decision.Reject(id(stops), job.id(), Reason.NO_NODE_EVER));
            }
        }
        waiting.sort(Comparator.comparingLong(Job::deadlineNanos).thenComparingLong(Job::id));
        for (Job job : waiting) {
            if (job.deadlineNanos() <= state.nowNanos() && !planned.contains(job.id())) {
                add(job, new Decision.Reject(id(stops), job.id(), Reason.PATIENCE_OVER));
            }
        }
        turn.written()
                .forEach((slot, value) -> decisions.add(new Decision.Remember(id(stops), slot, 1, List.of(value))));
        return decisions;
    }

    private @Nullable List<Placement> place(Job job) {
        List<Placement> placements = new ArrayList<>();
        turn.beginJob(job.id());
        while (placements.size() < job.spec().tasks()) {
            int node = choose(job);
            if (node < 0) {
                for (Placement placement : placements.reversed()) {
                    cluster.giveBackLast(placement.node());
                    scored.undo(job.shape(), placement.node(), placement.gpuMask());
                }
                return null;
            }
            Placement placement = new Placement(node, devices(job, node));
            cluster.take(job.spec().demand(), placement);
            scored.take(job.shape(), node, placement.gpuMask());
            placements.add(placement);
        }
        turn.keepJob();
        return placements;
    }

    private int choose(Job job) {
        List<Integer> fitting = new ArrayList<>();
        for (int node = 0; node < cluster.count(); node++) {
            if (cluster.fits(node, job.spec().demand())) {
                fitting.add(node);
            }
        }
        if (fitting.isEmpty()) {
            return -1;
        }
        return switch (strategy.placer()) {
            case Placer.Scored best -> {
                int chosen = fitting.getFirst();
                for (int node : fitting) {
                    long lead = best.scorer().score(scored, node, job.shape())
                            - best.scorer().score(scored, chosen, job.shape());
                    chosen = lead > 0 ? node : chosen;
                }
                yield chosen;
            }
            case Placer.Picked any -> any.picker().pick(new NaiveCandidates(scored, job.shape(), fitting), turn);
        };
    }

    private long devices(Job job, int node) {
        if (job.spec().demand().gpus() == 0) {
            return 0;
        }
        return job.spec().demand().gpuMilli() == 1000
                ? cluster.idleDevices(node, job.spec().demand().gpus())
                : 1L << strategy.placer().gpus().pick(scored, node, job.shape(), turn);
    }

    private boolean fitsEver(Job job) {
        NaiveCluster empty = NaiveCluster.empty(state);
        int room = 0;
        for (int node = 0; node < empty.count(); node++) {
            while (room < job.spec().tasks() && empty.fits(node, job.spec().demand())) {
                empty.take(job.spec().demand(), new Placement(node, anyDevices(empty, node, job)));
                room++;
            }
        }
        return room >= job.spec().tasks();
    }

    private static long anyDevices(NaiveCluster empty, int node, Job job) {
        int gpus = job.spec().demand().gpus();
        if (gpus == 0 || job.spec().demand().gpuMilli() == 1000) {
            return empty.idleDevices(node, gpus);
        }
        int gpu = 0;
        while (!empty.shareFits(node, gpu, job.spec().demand())) {
            gpu++;
        }
        return 1L << gpu;
    }

    private void add(Job job, Decision decision) {
        planned.add(job.id());
        decisions.add(decision);
    }

    private long id(int stops) {
        return state.decisions() + stops + decisions.size() + 1;
    }
}
