package io.berth.core.plan;

import io.berth.core.catalog.Strategy;
import io.berth.core.decision.Reason;
import io.berth.core.state.Job;

/** Turns away those that came since the last pass and could never run, however far the stages before it looked. */
final class Rejection extends Stage {
    private final Pass pass;

    Rejection(Pass pass) {
        this.pass = pass;
    }

    @Override
    void run(Strategy strategy) {
        for (Job job : pass.queue().fresh()) {
            boolean asked = !pass.marks().disposed(job)
                    && !pass.rests(job)
                    && !job.spec().terms().awaitsNodes();
            Reason never = asked ? pass.search().whyNever(job) : null;
            if (never != null) {
                pass.draft().reject(job, never);
            }
        }
        pass.queue().forgetFresh(pass.nowNanos());
    }
}
