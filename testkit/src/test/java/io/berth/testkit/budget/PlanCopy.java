package io.berth.testkit.budget;

import io.berth.core.decision.Decision;
import io.berth.core.decision.Placement;
import io.berth.core.decision.Plan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A plan made again from nothing, down to each placement. */
final class PlanCopy {
    private PlanCopy() {}

    static Plan of(Plan plan) {
        List<Decision> decisions = new ArrayList<>(plan.decisions().size());
        for (Decision decision : plan.decisions()) {
            decisions.add(of(decision));
        }
        return new Plan(plan.pass(), decisions);
    }

    private static Decision of(Decision decision) {
        return switch (decision) {
            case Decision.Start start -> {
                Placement[] placements = new Placement[start.placements().size()];
                for (int task = 0; task < placements.length; task++) {
                    Placement placement = start.placements().get(task);
                    placements[task] =
                            Placement.on(placement.node(), placement.grant().mask());
                }
                yield new Decision.Start(start.id(), start.job(), Arrays.asList(placements));
            }
            case Decision.Grow grow ->
                new Decision.Grow(grow.id(), grow.job(), List.copyOf(grow.placements()), List.copyOf(grow.tasks()));
            case Decision.Shrink shrink ->
                new Decision.Shrink(shrink.id(), shrink.job(), List.copyOf(shrink.tasks()), shrink.reason());
            case Decision.Stop stop -> new Decision.Stop(stop.id(), stop.job(), stop.reason());
            case Decision.Reject reject -> new Decision.Reject(reject.id(), reject.job(), reject.reason());
            case Decision.Promise promise ->
                new Decision.Promise(promise.id(), promise.job(), promise.atNanos(), List.copyOf(promise.placements()));
            case Decision.PlanWindow window ->
                new Decision.PlanWindow(window.id(), List.copyOf(window.jobs()), window.untilNanos());
            case Decision.Move move ->
                new Decision.Move(move.id(), move.job(), move.forJob(), List.copyOf(move.placements()));
            case Decision.GrantNode grant -> new Decision.GrantNode(grant.id(), grant.node(), grant.pool());
            case Decision.Remember kept ->
                new Decision.Remember(kept.id(), kept.slot(), kept.version(), List.copyOf(kept.values()));
        };
    }
}
