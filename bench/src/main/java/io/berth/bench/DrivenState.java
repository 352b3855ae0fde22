package io.berth.bench;

import io.berth.core.catalog.Catalog;
import io.berth.core.decision.Decision;
import io.berth.core.decision.Plan;
import io.berth.core.event.Event;
import io.berth.core.plan.Planner;
import io.berth.core.state.State;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;

/** A state and its planner without an engine around them: a nanosecond goes by with each event, and what is started runs at once. */
final class DrivenState {
    final State state = new State(1);
    private final Planner planner = new Planner(state, Catalog.standard());
    private long now = 1;

    /** Submits a job of one task that runs for an hour. */
    void submit(Demand demand) {
        long job = state.nextJob();
        apply(new Event.JobSubmitted(job, JobSpec.batch("j" + job % 97, demand, Nanos.HOUR), "bench", job));
    }

    void apply(Event event) {
        now++;
        state.apply(now, event);
    }

    /** Makes a plan and carries it out. */
    void plan() {
        Plan plan = planner.plan();
        state.apply(now, plan);
        for (Decision decision : plan.decisions()) {
            if (decision instanceof Decision.Start start) {
                for (int task = 0; task < start.placements().size(); task++) {
                    apply(new Event.TaskStarted(start.job(), task, start.id()));
                }
            }
        }
        state.endInstant();
        planner.wakeNanos();
    }
}
