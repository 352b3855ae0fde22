package io.berth.core.plan;

import io.berth.core.catalog.Strategy;
import io.berth.core.decision.Reason;
import io.berth.core.plan.pool.GrantChoice;
import io.berth.core.plan.pool.PoolLedger;
import io.berth.core.plan.pool.PoolNeeds;
import io.berth.core.plan.preempt.Allowances;
import io.berth.core.plan.room.PooledNodes;
import io.berth.core.pool.NodeGrant;
import io.berth.core.pool.NodePool;
import io.berth.core.state.Job;
import io.berth.core.strategy.Sparing;
import io.berth.core.time.Nanos;
import java.util.List;
import java.util.TreeSet;

/**
 * Grants nodes to pools, by what still waits when the pass has started what it could, so that what they need is what they lack. The next pass, at the same moment, starts
 * jobs there. On nodes that came back to a pool whose patience is over, it stops those that do not belong there, as long as its own wait.
 */
final class Granting extends Stage {
    private final Pass pass;
    private final Allocation allocation;
    private final Allowances allowances;
    private long nextNanos = Nanos.NEVER;
    private boolean known;

    /** @param allocation says for whom room is being made */
    Granting(Pass pass, Allocation allocation) {
        this.pass = pass;
        this.allocation = allocation;
        this.allowances = new Allowances(pass.state());
    }

    /** True where it is not known when time alone will change what it would decide: nobody planned since the state is as it is. */
    boolean unknown() {
        return !known && pass.state().pools().any();
    }

    @Override
    void run(Strategy strategy) {
        known = true;
        nextNanos = Nanos.NEVER;
        List<NodePool> pools = pass.state().pools().pools();
        if (pools.isEmpty()) {
            return;
        }
        PooledNodes pooled = pass.open().pooled();
        PoolNeeds needs = needs(pooled, pools.size());
        PoolLedger ledger = new PoolLedger(pass.state(), pass.running(), pooled);
        GrantChoice choice = new GrantChoice(pools, pooled, ledger, needs, pass.nowNanos());
        choice.choose(pass.draft()::grantNode);
        nextNanos = choice.nextNanos();
        clear(needs, strategy.disruption().reclaims());
    }

    private PoolNeeds needs(PooledNodes pooled, int pools) {
        PoolNeeds needs = new PoolNeeds(pass.state().nodeTable(), pooled, pools);
        if (pass.queue().empty()) {
            return needs;
        }
        for (Job job : pass.queue().all()) {
            boolean waits = !pass.marks().disposed(job) && !pass.rests(job) && !allocation.makesRoomFor(job);
            if (waits && pass.book().refuses(job) == null) {
                needs.add(job);
            }
        }
        return needs;
    }

    /** Stops whoever is where he does not belong any more. */
    private void clear(PoolNeeds needs, Sparing sparing) {
        TreeSet<Long> stopped = new TreeSet<>(pass.draft().stopped());
        boolean begun = false;
        for (var entry : pass.state().pools().grants().entrySet()) {
            int pool = pass.state().pools().holder(entry.getKey());
            long over = over(pool, entry.getValue());
            if (over == Nanos.NEVER || needs.none(pool)) {
                continue;
            }
            for (Job job : pass.running().jobsOn(entry.getKey())) {
                if (pass.open().pooled().admits(pool, job.queue()) || stops(job, stopped)) {
                    continue;
                }
                if (!begun) {
                    countStops(stopped);
                    begun = true;
                }
                if (clears(job, over, sparing)) {
                    stopped.add(job.id());
                    pass.draft().stop(job.id(), Reason.TAKEN_BACK);
                }
            }
        }
    }

    /** When the patience is over with those that do not belong to {@code pool}. */
    private long over(int pool, NodeGrant grant) {
        long patience = pool < 0
                ? Nanos.NEVER
                : pass.state().pools().pools().get(pool).terms().patienceNanos();
        return Nanos.after(grant.sinceNanos(), patience);
    }

    private boolean stops(Job job, TreeSet<Long> stopped) {
        return job.stopping() != null || pass.state().stops(job) || stopped.contains(job.id());
    }

    private void countStops(TreeSet<Long> stopped) {
        allowances.begin();
        for (long id : stopped) {
            Job job = pass.state().job(id);
            if (job != null) {
                allowances.spend(job);
            }
        }
    }

    /** True where {@code job} stops now; else it is kept when that may be otherwise. */
    private boolean clears(Job job, long over, Sparing sparing) {
        long now = pass.nowNanos();
        if (over > now) {
            nextNanos = StrictMath.min(nextNanos, over);
        } else if (sparing.spares(job.startNanos(), now)) {
            nextNanos = StrictMath.min(nextNanos, sparing.sparedUntilNanos(job.startNanos(), now));
        } else if (allowances.beyond(List.of(job)).isEmpty()) {
            allowances.spend(job);
            return true;
        }
        return false;
    }

    @Override
    void forget() {
        known = false;
    }

    @Override
    long wakeNanos(Strategy strategy) {
        return nextNanos;
    }
}
