package io.berth.core.plan;

import io.berth.core.catalog.Strategy;
import io.berth.core.decision.Reason;
import io.berth.core.state.Job;
import java.util.SortedSet;
import java.util.function.Predicate;

/** Turns away those who lost patience, and those whose dependency cannot be met any more. */
final class Expiry extends Stage {
    private final Pass pass;
    private final Predicate<Job> undecided;

    /** @param undecided jobs that this pass leaves open */
    Expiry(Pass pass, Predicate<Job> undecided) {
        this.pass = pass;
        this.undecided = undecided;
    }

    @Override
    void run(Strategy strategy) {
        for (Job job : pass.state().impatient()) {
            if (!pass.marks().disposed(job) && !undecided.test(job)) {
                pass.draft().reject(job.id(), Reason.PATIENCE_OVER);
            }
        }
        SortedSet<Long> hopeless = pass.state().hopeless();
        if (!hopeless.isEmpty()) {
            hopeless.forEach(id -> pass.draft().reject(id, Reason.DEPENDENCY_FAILED));
        }
    }
}
