package io.berth.testkit.oracle;

import io.berth.core.catalog.Catalog;
import io.berth.core.catalog.Strategy;
import io.berth.core.cluster.NodeRow;
import io.berth.core.cluster.NodeTable;
import io.berth.core.decision.Decision;
import io.berth.core.decision.Placement;
import io.berth.core.decision.Reason;
import io.berth.core.policy.Placer;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.strategy.Backfill;
import io.berth.core.time.Nanos;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
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
    private @Nullable NaivePromise promise;
    private boolean beside;
    private int startedBeside;

    /** @param expectedEnd when a job that runs is expected to end */
    NaivePlanner(State state, Catalog catalog, ToLongFunction<Job> expectedEnd) {
        this.state = state;
        this.strategy = catalog.strategy(state.strategy(), state.facts());
        this.cluster = NaiveCluster.now(state, expectedEnd);
        this.scored = TableCopy.of(state, cluster);
        this.turn = new NaiveTurn(state);
    }

    /** The decisions after those that stop jobs, of which there are {@code stops}. */
    List<Decision> decide(int stops) {
        List<Job> waiting =
                new ArrayList<>(state.jobs().stream().filter(Job::queued).toList());
        waiting.sort(
                Comparator.<Job>comparingLong(job -> strategy.order().keyed().key(job, state.nowNanos()))
                        .thenComparingLong(Job::submitNanos)
                        .thenComparingLong(Job::id));
        start(
                waiting.stream()
                        .filter(job -> job.notBeforeNanos() <= state.nowNanos())
                        .toList(),
                stops);
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
        for (Job job : state.jobs()) {
            if (job.waiting() && hopeless(job)) {
                add(job, new Decision.Reject(id(stops), job.id(), Reason.DEPENDENCY_FAILED));
            }
        }
        turn.written()
                .forEach((slot, value) -> decisions.add(new Decision.Remember(id(stops), slot, 1, List.of(value))));
        return decisions;
    }

    /** True where a job that it comes after is no more and did not end as it must. */
    private boolean hopeless(Job job) {
        return job.spec().terms().after().stream().anyMatch(after -> {
            boolean met = state.knowsEnd(after.job()) && after.when().met(state.finished(after.job()));
            return state.job(after.job()) == null && !met;
        });
    }

    /** What room was promised to whom; null where everybody before it found room. */
    @Nullable
    NaivePromise promise() {
        return promise;
    }

    /** How many jobs start that will be there at the promised time too. */
    int startedBeside() {
        return startedBeside;
    }

    private void start(List<Job> queue, int stops) {
        for (Job job : queue) {
            List<Placement> placements = placeByPromise(job);
            boolean held = placements == null && fitsEver(job) && job.deadlineNanos() > state.nowNanos();
            if (placements != null) {
                add(job, new Decision.Start(id(stops), job.id(), placements));
            } else if (held && strategy.backfill() == Backfill.NONE) {
                return;
            } else if (held && strategy.backfill() == Backfill.EASY && promise == null) {
                promise = NaivePromise.of(job, cluster, state.nowNanos());
            }
        }
    }

    /** Where the job would start without delaying the one that room is promised to. */
    private @Nullable List<Placement> placeByPromise(Job job) {
        NaivePromise promised = promise;
        if (promised == null || promised.isAfter(expectedEnd(job))) {
            return place(job);
        }
        beside = true;
        List<NodeRow> withheld = promised.withheld(state, scored);
        withheld.forEach(row -> scored.withhold(row, -1));
        List<Placement> placements = place(job);
        withheld.forEach(row -> scored.withhold(row, 1));
        beside = false;
        startedBeside += placements == null ? 0 : 1;
        return placements;
    }

    private long expectedEnd(Job job) {
        return Nanos.after(state.nowNanos(), job.remainingNanos(state.nowNanos()));
    }

    private @Nullable List<Placement> place(Job job) {
        List<Placement> placements = new ArrayList<>();
        turn.beginJob(job.id());
        while (placements.size() < job.spec().tasks()) {
            int node = choose(job);
            if (node < 0) {
                placements.reversed().forEach(placement -> giveBack(job, placement));
                return null;
            }
            Placement placement = Placement.on(node, devices(job, node));
            take(job, placement);
            placements.add(placement);
        }
        turn.keepJob();
        return placements;
    }

    private void take(Job job, Placement placement) {
        cluster.take(job.shape(), placement, expectedEnd(job));
        scored.take(job.shape(), placement.node(), placement.grant());
        if (promise != null && beside) {
            promise.take(job, placement);
        }
    }

    private void giveBack(Job job, Placement placement) {
        cluster.giveBackLast(placement.node());
        scored.undo(job.shape(), placement.node(), placement.grant());
        if (promise != null && beside) {
            promise.giveBackLast(placement.node());
        }
    }

    private int choose(Job job) {
        List<Integer> fitting = new ArrayList<>();
        for (int node = 0; node < cluster.count(); node++) {
            if (cluster.usable(node) && room(node).fits(job.spec().demand())) {
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

    private NaiveRoom room(int node) {
        return promise != null && beside ? promise.beside(cluster, node) : cluster.room(node);
    }

    private long devices(Job job, int node) {
        if (job.spec().demand().gpus() == 0) {
            return 0;
        }
        return job.spec().demand().gpuMilli() == 1000
                ? room(node).idleDevices(job.spec().demand())
                : 1L << strategy.placer().gpus().pick(scored, node, job.shape(), turn);
    }

    private boolean fitsEver(Job job) {
        return NaiveCluster.empty(state).takeLowest(job.shape(), job.spec().tasks(), new TreeSet<>());
    }

    private void add(Job job, Decision decision) {
        planned.add(job.id());
        decisions.add(decision);
    }

    private long id(int stops) {
        return state.decisions() + stops + decisions.size() + 1;
    }
}
