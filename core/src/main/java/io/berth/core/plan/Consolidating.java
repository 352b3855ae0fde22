package io.berth.core.plan;

import io.berth.core.catalog.Strategy;
import io.berth.core.decision.Reason;
import io.berth.core.plan.backfill.Reservation;
import io.berth.core.plan.preempt.MoveSearch;
import io.berth.core.plan.preempt.MoveSearch.Found;
import io.berth.core.policy.Slot;
import io.berth.core.state.Job;
import io.berth.core.state.part.Move;
import io.berth.core.strategy.Backfill;
import io.berth.core.strategy.Consolidation;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Has running jobs move so that a waiting one fits which no nodes take as they are, though all that is free together would do. Looked for once a minute, for the
 * first few that wait; the moves of one job at a time are decided, all of them in one plan.
 *
 * <p>What moves cost is device time: what a job loses, and its restart. What they save is that of the waiting job from now until it is expected to have room anyway. What
 * was looked for and moved when is kept in the state's memory.
 */
final class Consolidating extends Stage {
    private static final Slot MEMORY = new Slot("consolidation", 1);
    private static final long LOOK_NANOS = Nanos.MINUTE;
    private static final long BUDGET_NANOS = Nanos.HOUR;

    /** No more is counted as saved: nobody knows what will end by itself meanwhile. */
    private static final long MOST_SAVED_NANOS = 4 * Nanos.HOUR;

    private static final int MOST_TRIED = 8;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final Pass pass;
    private final Allocation allocation;
    private final Reservation promised;
    private final Reservation expected;

    /** When the first of those that wait has waited long enough that others move for it, as of the last look. */
    private long waitedNanos = Nanos.NEVER;

    /** @param promised what the allocation keeps for the first job that does not fit */
    Consolidating(Pass pass, Allocation allocation, Reservation promised) {
        this.pass = pass;
        this.allocation = allocation;
        this.promised = promised;
        this.expected = new Reservation(pass.parts());
    }

    @Override
    boolean of(Strategy strategy) {
        return strategy.disruption().consolidation().moves() && allocation.of(strategy);
    }

    @Override
    void run(Strategy strategy) {
        MoveSearch moves = allocation.moves();
        waitedNanos = Nanos.NEVER;
        if (pass.queue().empty() || moves == null || lookNanos() > pass.nowNanos()) {
            return;
        }
        promised.relax();
        Consolidation how = strategy.disruption().consolidation();
        List<Job> tried = tried(strategy.backfill(), how);
        if (tried.isEmpty() || !moves.any()) {
            return;
        }
        moves.follow(how);
        List<Long> kept = new ArrayList<>(movesOfThisHour());
        for (Job job : tried) {
            if (move(job, moves, how, kept)) {
                break;
            }
        }
        kept.addFirst(pass.nowNanos());
        pass.draft().remember(MEMORY, kept);
    }

    /** When somebody looks next. */
    private long lookNanos() {
        List<Long> kept = pass.state().remembered(MEMORY);
        return kept.isEmpty() ? Long.MIN_VALUE : Nanos.after(kept.getFirst(), LOOK_NANOS);
    }

    private List<Long> movesOfThisHour() {
        List<Long> kept = pass.state().remembered(MEMORY);
        return kept.stream()
                .skip(1)
                .filter(moved -> Nanos.after(moved, BUDGET_NANOS) > pass.nowNanos())
                .toList();
    }

    /** The first that wait and do not fit though as many devices are free as they ask for; where all wait for the first, that alone. */
    private List<Job> tried(Backfill backfill, Consolidation how) {
        List<Job> tried = new ArrayList<>();
        long idle = idle();
        for (Job job : pass.queue().all()) {
            if (tried.size() == MOST_TRIED) {
                break;
            }
            boolean open = !pass.marks().disposed(job) && !pass.rests(job) && !allocation.makesRoomFor(job);
            if (open && job.total(Demand::gpus) <= idle && mayMoveFor(job) && waited(job, how)) {
                tried.add(job);
            }
            if (open && backfill == Backfill.NONE) {
                break;
            }
        }
        if (promised.holder() != null) {
            tried.removeIf(job -> job != promised.holder());
        }
        return tried;
    }

    private boolean mayMoveFor(Job job) {
        return MoveSearch.fits(job)
                && job.shape().wholeGpus()
                && !pass.patienceOver(job)
                && pass.book().refuses(job) == null
                && pass.search().whyNever(job) == null;
    }

    private boolean waited(Job job, Consolidation how) {
        long from = Nanos.after(job.readyNanos(), how.sparing().waitNanos());
        if (from > pass.nowNanos()) {
            waitedNanos = StrictMath.min(waitedNanos, from);
        }
        return from <= pass.nowNanos();
    }

    private long idle() {
        long idle = 0;
        for (int node = 0; node < pass.state().nodeTable().count(); node++) {
            idle += pass.state().nodeTable().usable(node)
                    ? pass.state().nodeTable().row(node).idleGpus()
                    : 0;
        }
        return idle;
    }

    /** Decides the moves for {@code job} where they are worth it, and notes them in {@code kept}. */
    private boolean move(Job job, MoveSearch moves, Consolidation how, List<Long> kept) {
        long saved = savedMilli(job);
        int checkpoint = pass.scratch().checkpoint();
        Found found = moves.find(job, pass.search()::take, pass.open()::enter);
        if (found == null) {
            return false;
        }
        if (kept.size() + found.moved().size() > how.mostMoves()
                || saved < how.gain() * found.costMilli()
                || share(found) > how.mostShare()) {
            pass.scratch().rollback(checkpoint);
            return false;
        }
        for (Job moved : found.moved().keySet()) {
            pass.draft().stop(moved.id(), Reason.MOVED);
            kept.add(pass.nowNanos());
        }
        pass.draft().move(job.id(), new Move(job.id(), found.placements()));
        found.moved().forEach((moved, placements) -> pass.draft().move(moved.id(), new Move(job.id(), placements)));
        pass.queue().dispose(job);
        pass.draft().passedOver(job, Reason.MAKING_ROOM);
        return true;
    }

    /** How long the device time is that {@code job} will wait for, as far as ends are expected: milliseconds times thousandths of devices. */
    private long savedMilli(Job job) {
        expected.make(job, pass.nowNanos());
        long wait = expected.atNanos() == Nanos.NEVER
                ? MOST_SAVED_NANOS
                : StrictMath.min(MOST_SAVED_NANOS, expected.atNanos() - pass.nowNanos());
        expected.clear();
        return wait / NANOS_PER_MILLI * job.total(Demand::totalGpuMilli);
    }

    /** The part of all devices that those hold that move, those included that move already. */
    private double share(Found found) {
        long devices = 0;
        for (Job job : found.moved().keySet()) {
            devices += job.total(Demand::gpus);
        }
        for (Map.Entry<Long, Move> entry : pass.state().moves().entrySet()) {
            Job job = pass.state().job(entry.getKey());
            if (job != null && entry.getValue().forJob() != entry.getKey()) {
                devices += job.total(Demand::gpus);
            }
        }
        long all = 0;
        for (int node = 0; node < pass.state().nodes().count(); node++) {
            all += pass.state().nodes().present(node) ? pass.state().nodes().gpus(node) : 0;
        }
        return (double) devices / StrictMath.max(1, all);
    }

    /** Nobody looks again by time alone where nobody runs who could move: else that would never end. */
    @Override
    long wakeNanos(Strategy strategy) {
        MoveSearch moves = allocation.moves();
        if (pass.queue().empty() || moves == null) {
            return Nanos.NEVER;
        }
        long look = lookNanos();
        return look <= pass.nowNanos() ? waitedNanos : moves.any() ? look : Nanos.NEVER;
    }
}
