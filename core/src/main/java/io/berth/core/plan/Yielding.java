package io.berth.core.plan;

import io.berth.core.catalog.Strategy;
import io.berth.core.decision.Reason;
import io.berth.core.plan.backfill.Reservation;
import io.berth.core.plan.preempt.Loss;
import io.berth.core.spare.SpareRoom;
import io.berth.core.state.Job;
import io.berth.core.time.Nanos;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Stops best-effort jobs of nodes of which they hold more than others leave, in the pass that sees it: those first whose stop loses least
 * work, of these the one that started last.
 */
final class Yielding extends Stage {
    private final Pass pass;
    private final Reservation promised;

    /** @param promised what is withheld for others, which those of best effort hold nothing of */
    Yielding(Pass pass, Reservation promised) {
        this.pass = pass;
        this.promised = promised;
    }

    @Override
    void run(Strategy strategy) {
        // What nobody asks for is nobody's yet, promised or not; and a pass that decided about nobody withholds
        // nothing.
        promised.relax();
        if (over().isEmpty()) {
            return;
        }
        int checkpoint = pass.scratch().checkpoint();
        for (Job job : candidates()) {
            if (holds(job, over())) {
                pass.scratch().release(job);
                pass.draft().stop(job.id(), Reason.YIELDED);
            }
        }
        // It is not free before they have stopped.
        pass.scratch().rollback(checkpoint);
    }

    /** Those that may be stopped, in that order; what the others hold that are being stopped anyway counts as gone. */
    private List<Job> candidates() {
        List<Job> candidates = new ArrayList<>();
        for (Job job : pass.state().jobTable().sorted()) {
            boolean holds = job.bestEffort() && !job.waiting() && !pass.marks().released(job);
            if (holds && pass.state().stops(job)) {
                pass.scratch().release(job);
            } else if (holds) {
                candidates.add(job);
            }
        }
        candidates.sort(Comparator.comparingLong(this::loss)
                .thenComparing(Comparator.comparingLong(Job::decidedNanos).reversed())
                .thenComparing(Comparator.comparingLong(Job::id).reversed()));
        return candidates;
    }

    /** The nodes of which best-effort tasks hold too much now. */
    private List<Integer> over() {
        SpareRoom room = pass.spareRoom();
        return pass.state().nodeTable().spare().holding().stream()
                .filter(room::over)
                .toList();
    }

    private long loss(Job job) {
        return Loss.of(job, pass.state().nodeTable(), pass.nowNanos());
    }

    private static boolean holds(Job job, List<Integer> nodes) {
        for (int task = 0; task < job.placedTasks(); task++) {
            if (job.holds(task) && nodes.contains(job.node(task))) {
                return true;
            }
        }
        return false;
    }

    /** What was measured long ago counts for nothing any more at a moment that no event tells. */
    @Override
    long wakeNanos(Strategy strategy) {
        long next = Nanos.NEVER;
        SpareRoom room = pass.spareRoom();
        for (int node : pass.state().nodeTable().spare().holding()) {
            next = StrictMath.min(next, room.changesNanos(node));
        }
        return next;
    }
}
